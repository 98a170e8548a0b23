// A deleted row keeps its links: a client that sets an edge does not see it, so that it says nothing of it, with and without
// a policy.
import { EagerLoad, EdgeUpdateBulk, policyFor, Restore } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';

@Entity()
class Reader {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToMany(() => Journal, (journal) => journal.readers)
  @JoinTable()
  @EagerLoad()
  @EdgeUpdateBulk()
  journals!: Relation<Journal[]>;
}

@Entity()
@Restore()
class Journal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @ManyToMany(() => Reader, (reader) => reader.journals)
  @EagerLoad()
  readers!: Relation<Reader[]>;
}

async function fill({ manager }: DataSource): Promise<void> {
  const journals = await manager.save(Journal, [{ name: 'kept' }, { name: 'dropped' }, { name: 'deleted' }]);
  await manager.save(Reader, { journals });
  await manager.softDelete(Journal, { name: 'deleted' });
}

const options = { policies: [policyFor(Journal, () => ({ name: ['kept', 'dropped', 'deleted'] }))] };

onEachDatabase({ entities: [Reader, Journal], options: {}, fill }, (stage) => {
  beforeEach(async () => {
    await stage.database.empty();
    await fill(stage.database.dataSource);
  });

  test.each([
    ['without a policy', {}],
    ['with a policy', options],
  ])('%s, an edge that is set keeps the link to a deleted row', async (_, given) => {
    const client = DirectClient.of(stage.database.dataSource, given);
    expect((await client.patch('/readers/1', { journals: [1] })).json).toMatchObject({
      edges: { journals: [{ id: 1 }] },
    });
    expect((await client.send('POST', '/journals/3/restore')).json).toMatchObject({
      edges: { readers: [{ id: 1 }] },
    });
    expect((await client.get('/journals/2')).json).toMatchObject({ edges: { readers: [] } });
  });
});
