// Failures of MySQL and MariaDB around prepared statements and altered tables. They pass by themselves or with a limit that
// the operator raises: a 503 at most, and service as soon as the cause is gone.
import { createApi, hooksFor, type Api } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { textOf } from '../support/answer-text.js';
import { ServerLog } from '../support/server-log.js';
import { makeServer, type OwnServer } from './own-server.js';

@Entity()
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ length: 40 }) text!: string;
}

@Entity()
class Audited {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ length: 40 }) text!: string;
}

let server: OwnServer;
let dataSource: DataSource;
let api: Api;

/** What the next creation does once its transaction has a snapshot. */
let meanwhile: (() => Promise<void>) | undefined;
let attempts = 0;

const hooks = [
  hooksFor<Audited>(Audited, {
    before: {
      async create({ manager }) {
        attempts++;
        await manager.query('SELECT COUNT(*) FROM note');
        await meanwhile?.();
      },
    },
  }),
];

beforeAll(async () => {
  server = await makeServer('mariadb');
  dataSource = new DataSource({
    ...server.accessBy(server.port),
    entities: [Note, Audited],
    synchronize: true,
  });
  await dataSource.initialize();
  api = createApi(dataSource, { hooks, logger: new ServerLog() });
});
afterAll(async () => {
  await dataSource.destroy();
  await server.remove();
});

async function send(method: string, path: string, body?: unknown) {
  const answer = await api.handle({
    method,
    path,
    query: '',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }),
  });
  return { status: answer.status, headers: answer.headers, text: textOf(answer) };
}

test('a server with too many prepared statements (1461) is a 503, until others have gone', async () => {
  await server.administer('SET GLOBAL max_prepared_stmt_count = 0');
  for (const [method, path, body] of [
    ['GET', '/notes', undefined],
    ['GET', '/notes/1', undefined],
    ['POST', '/notes', { text: 'a' }],
  ] as const) {
    const { status, headers, text } = await send(method, path, body);
    expect({ method, status, text }).toMatchObject({ status: 503 });
    expect(headers).toMatchObject({ 'retry-after': '1' });
  }
  await server.administer('SET GLOBAL max_prepared_stmt_count = 16382');
  expect((await send('POST', '/notes', { text: 'b' })).status).toBe(201);
  expect((await send('GET', '/notes/1')).status).toBe(200);
});

test('a table that is altered after the snapshot of a transaction (1412) is written by the next attempt', async () => {
  attempts = 0;
  meanwhile = async () => {
    meanwhile = undefined;
    await server.administer('ALTER TABLE audited ENGINE = InnoDB, FORCE');
  };
  const { status, text } = await send('POST', '/auditeds', { text: 'a' });
  expect({ status, text }).toMatchObject({ status: 201 });
  expect(attempts).toBe(2);
  expect(await server.administer('SELECT COUNT(*) AS n FROM audited')).toEqual([{ n: 1 }]);
});
