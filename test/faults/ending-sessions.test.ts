// A session of PostgreSQL ends together with the answer that says it is ready: as it begins, or after each statement of a
// write. Whoever has checked the connection out meets an error, and the process goes on.
import { createApi } from '@decorest/core';
import type { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { ServerLog } from '../support/server-log.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';
import { label, Label } from './crash-point-entities.js';
import { lentConnections } from './lent-connections.js';
import { proxied } from './proxied.js';
import { closingErrors } from './strange-bytes.js';
import type { TcpProxy } from './tcp-proxy.js';

let database: TestDatabase;
let proxy: TcpProxy;
let dataSource: DataSource;
let client: ApiClient;

beforeAll(async () => {
  database = await openDatabase('postgres', label.entities, label.subscribers);
  await label.fill(database.dataSource);
  ({ proxy, dataSource } = await proxied(database, { poolSize: 3 }));
  const logger = new ServerLog();
  client = await ApiClient.start(createApi(dataSource, { logger }), logger);
});
afterEach(async () => {
  proxy.rest();
  expect(lentConnections('postgres', dataSource)).toBe(0);
  expect((await client.get('/labels/1')).status).toBe(200);
});
afterAll(async () => {
  await client.stop();
  await dataSource.destroy();
  await proxy.close();
  await database.close();
});

const endings = closingErrors.postgres.map((error, at) => [at, error] as const);
const positions = Array.from({ length: 9 }, (_, at) => at + 1);

const writes = [
  ['one round trip', 'POST', '/labels', { name: 'ends' }],
  ['steps', 'POST', '/artists', { name: 'ends', genres: [1, 2] }],
  ['a subscriber', 'POST', '/contracts', { text: 'ends', genres: [1, 2] }],
  ['one round trip', 'PATCH', '/labels/1', { name: 'ends' }],
] as const;

describe.each(endings)('the server says %i', (_, error) => {
  test.each(writes)('in a write of %s: %s %s', async (_how, method, path, body) => {
    const statuses = new Set<number>();
    for (const position of positions) {
      await proxy.cut();
      endAfterReady(position, error);
      statuses.add((await client.attempt(method, path, { body })).status);
      proxy.rest();
    }
    expect([...statuses].filter((status) => status !== 503)).toEqual([method === 'POST' ? 201 : 200]);
  });

  test('in a read', async () => {
    await proxy.cut();
    endAfterReady(1, error);
    expect((await client.attempt('GET', '/labels/1')).status).toBe(503);
  });

  test('in what the application does with TypeORM', async () => {
    const uses = [
      () => dataSource.query('SELECT 1'),
      () => dataSource.manager.find(Label),
      () => dataSource.transaction((manager) => manager.insert(Label, { name: 'own' })),
      () => dataSource.runMigrations(),
    ];
    for (const use of uses)
      for (const position of positions) {
        await proxy.cut();
        endAfterReady(position, error);
        await use().catch(() => undefined);
        proxy.rest();
      }
    expect(await dataSource.query<unknown[]>('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

/** ReadyForQuery, whatever the state of the transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

function endAfterReady(position: number, error: Buffer): void {
  let seen = 0;
  proxy.onAnswer = (chunk) => {
    if (!chunk.includes(ready) || ++seen !== position) return undefined;
    return { pass: chunk.length, append: error, then: 'end' };
  };
}
