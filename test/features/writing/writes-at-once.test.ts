// Writes that arrive at the same time: each is answered as if it were alone. On SQLite they share transactions.
import { createApi, type Api } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';

@Entity()
class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40, unique: true })
  email!: string;
}

const accounts: Fixture = {
  entities: [Account],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.manager.insert(
      Account,
      [1, 2, 3, 4].map((id) => ({ id, email: `old ${id}` })),
    );
  },
};

const headers = { 'content-type': 'application/json' };

forEachDatabase(accounts, (stage) => {
  test('each is answered as if it were alone', async () => {
    const api = createApi(stage.dataSource);
    const creates = Array.from({ length: 16 }, (_, at) => create(api, `new ${at % 8}`));
    const others = [
      send(api, 'PATCH', '/accounts/1', { email: 'changed' }),
      send(api, 'PATCH', '/accounts/2', { email: 'old 3' }),
      send(api, 'PATCH', '/accounts/999', { email: 'nobody' }),
      send(api, 'DELETE', '/accounts/4'),
      send(api, 'POST', '/accounts', { email: 7 }),
    ];
    const created = await Promise.all(creates);
    for (let at = 0; at < 8; at++) expect([created[at], created[at + 8]].sort()).toEqual([201, 409]);
    expect(await Promise.all(others)).toEqual([200, 409, 404, 204, 400]);
    const emails = (await stage.dataSource.getRepository(Account).find()).map(({ email }) => email);
    const written = ['changed', 'old 2', 'old 3', ...Array.from({ length: 8 }, (_, at) => `new ${at}`)];
    expect(emails.sort()).toEqual(written.sort());
  });

  test('one after another, each has a transaction of its own', async () => {
    const api = createApi(stage.dataSource);
    await stage.statements.settled();
    stage.statements.clear();
    for (let at = 0; at < 4; at++) expect(await create(api, `new ${at}`)).toBe(201);
    if (isSqlite(stage)) expect(await countTransactions(stage)).toEqual({ transactions: 4, savepoints: 0 });
  });

  test('at the same time, they share transactions on SQLite', async () => {
    const api = createApi(stage.dataSource);
    await stage.statements.settled();
    stage.statements.clear();
    const statuses = await Promise.all(Array.from({ length: 16 }, (_, at) => create(api, `new ${at}`)));
    expect(new Set(statuses)).toEqual(new Set([201]));
    // On a busy machine, a group may end when its time is up.
    if (isSqlite(stage)) expect((await countTransactions(stage)).transactions).toBeLessThan(16);
  });
});

function isSqlite({ database }: Stage): boolean {
  return database === 'sqlite' || database === 'sqlite3';
}

async function countTransactions({ statements }: Stage) {
  await statements.settled();
  const count = (start: string) => statements.texts.filter((text) => text.startsWith(start)).length;
  expect(count('COMMIT')).toBe(count('BEGIN IMMEDIATE'));
  expect(count('RELEASE')).toBe(count('SAVEPOINT'));
  return { transactions: count('BEGIN IMMEDIATE'), savepoints: count('SAVEPOINT') };
}

function create(api: Api, email: string): Promise<number> {
  return send(api, 'POST', '/accounts', { email });
}

async function send(api: Api, method: string, path: string, body?: object): Promise<number> {
  const given = body === undefined ? {} : { headers, body: JSON.parse(JSON.stringify(body)) as never };
  return (await api.handle({ method, path, ...given })).status;
}
