// Two teams to look at, written only into an empty database. Everybody's password is `demo`.
import type { DataSource, EntityManager } from 'typeorm';
import { Entry } from './entities/entry.js';
import { Member, Role } from './entities/member.js';
import { Project } from './entities/project.js';
import { Team } from './entities/team.js';
import { hashOf } from './passwords.js';

/** All or nothing. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (!(await manager.exists(Team))) await fill(manager);
  });
}

async function fill(manager: EntityManager): Promise<void> {
  const join = async (team: Team, fullName: string, role = Role.Member) => {
    const email = `${fullName.toLowerCase()}@example.com`;
    return manager.save(Member, { team, fullName, email, role, passwordHash: await hashOf('demo') });
  };
  const enter = (member: Member, project: Project, day: string, minutes: number, note: string) =>
    manager.save(Entry, { member, project, day, minutes, note });

  const bakery = await manager.save(Team, { name: 'Bakery' });
  const ada = await join(bakery, 'Ada', Role.Lead);
  const ben = await join(bakery, 'Ben');
  const shop = await manager.save(Project, { team: bakery, name: 'Web shop', customer: 'Own' });
  const cake = await manager.save(Project, { team: bakery, name: 'Wedding cake', customer: 'Ms Lovelace' });
  await enter(ada, shop, '2025-09-01', 240, 'Prices');
  await enter(ada, cake, '2025-09-02', 90, 'First tasting');
  await enter(ben, cake, '2025-09-02', 300, 'Sponge');
  await enter(ben, cake, '2025-09-03', 210, 'Icing');
  await enter(ben, shop, '2025-09-04', 45, 'Photographs');

  const garage = await manager.save(Team, { name: 'Garage' });
  const cleo = await join(garage, 'Cleo', Role.Lead);
  const dan = await join(garage, 'Dan');
  const engine = await manager.save(Project, { team: garage, name: 'Engine', customer: 'Mr Otto' });
  await enter(cleo, engine, '2025-09-01', 120, 'Diagnosis');
  await enter(dan, engine, '2025-09-02', 480, 'A secret of the garage');

  const office = await manager.save(Team, { name: 'Office' });
  await join(office, 'Eve', Role.Admin);
}
