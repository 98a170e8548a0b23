// The rows that the processes of the scaling tests share. Ids are given: nodes of a cluster count in steps of their own.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';

/** Makes the tables by one connection, and fills them: 41 users, 5 pets, 20 categories. */
export async function createRows(options: DataSourceOptions): Promise<void> {
  const dataSource = new DataSource({
    ...options,
    entities: [User, Pet, Category, AuditLog],
    synchronize: true,
  });
  await dataSource.initialize();
  await dataSource.manager.insert(User, numbers(41).map(user));
  await dataSource.manager.insert(
    Category,
    numbers(20).map((id) => ({ id, name: `category ${id}` })),
  );
  await dataSource.manager.insert(
    Pet,
    numbers(5).map((id) => ({ id, name: `pet ${id}`, age: id, type: 'DOG' as const })),
  );
  if (options.type === 'postgres') await countOn(dataSource);
  await dataSource.destroy();
}

function user(id: number) {
  return { id, username: `user${id}`, displayName: `User ${id}`, email: `user${id}@example.com` };
}

/** PostgreSQL does not count the ids that were given. */
async function countOn(dataSource: DataSource): Promise<void> {
  for (const table of ['users', 'pets', 'categories'])
    await dataSource.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), 1000)`);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
