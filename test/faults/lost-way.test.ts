// What clients and orchestrators see while the way to the database is lost, and after: no request fails for a connection that was
// idle meanwhile, readiness has its answer in time, and `Retry-After` distinguishes a database that is away from one that is busy.
import type { EventEmitter } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { DataSource } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { label } from './crash-point-entities.js';
import { pause } from './outage.js';
import { proxied } from './proxied.js';
import type { TcpProxy } from './tcp-proxy.js';

const servers = databaseNames.filter((name) => name !== 'sqlite' && name !== 'sqlite3');
/** Longer than any test waits: what ends before has another reason. */
const longMs = 60_000;

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await openDatabase(name, label.entities, label.subscribers);
    await label.fill(database.dataSource);
  });
  beforeEach(async () => {
    ({ proxy, dataSource } = await proxied(database, { poolSize: 3 }));
  });
  afterEach(async () => {
    await proxy.close();
    await dataSource.destroy();
  });
  afterAll(() => database.close());

  test('requests on idle connections whose way was lost are answered', async () => {
    const client = DirectClient.of(dataSource, { timeouts: { acquireMs: longMs, statementMs: longMs } });
    const send = () =>
      Promise.all([
        client.get('/labels/1'),
        client.get('/artists?sort=-id'),
        client.post('/labels', { name: 'new' }),
        client.post('/contracts', { text: 'new', genres: [1] }),
      ]);
    await send();
    // Idle for long enough to be asked.
    await pause(1_100);
    proxy.loseWay();
    proxy.findWay();
    expect((await send()).map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  });

  test('it is not ready while nothing answers, and ready with the first answer', async () => {
    const { api } = DirectClient.of(dataSource, { timeouts: { acquireMs: longMs, statementMs: longMs } });
    expect(await api.ready()).toBe(true);
    await proxy.cut();
    proxy.loseWay();
    const since = performance.now();
    expect(await api.ready()).toBe(false);
    expect(performance.now() - since).toBeLessThan(longMs / 2);
    proxy.findWay();
    while (!(await api.ready())) await pause(50);
  });

  test('a database that is away is asked again later than one that is busy', async () => {
    const client = DirectClient.of(dataSource, { timeouts: { acquireMs: 300, statementMs: 1_000 } });
    expect((await client.get('/labels/1')).status).toBe(200);
    const held = Array.from({ length: 3 }, () => dataSource.createQueryRunner());
    await Promise.all(held.map((runner) => runner.connect()));
    const busy = await client.attempt('GET', '/labels/1');
    await Promise.all(held.map((runner) => runner.release()));
    while ((await client.attempt('GET', '/labels/1')).status !== 200) await pause(50);
    await proxy.cut();
    proxy.target = await findClosedPort();
    // The first may meet a connection that was cut.
    await client.attempt('GET', '/labels/1');
    const away = await client.attempt('GET', '/labels/1');
    expect([busy, away].map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '1'],
      [503, '5'],
    ]);
  });

  test('a node that takes no writes is asked again later', async () => {
    const client = DirectClient.of(dataSource, {});
    makeReadOnly(dataSource);
    await proxy.cut();
    while ((await client.attempt('GET', '/labels/1')).status !== 200) await pause(50);
    const answers = [
      await client.attempt('POST', '/labels', { name: 'refused' }),
      await client.attempt('POST', '/contracts', { text: 'refused', genres: [1] }),
      await client.attempt('DELETE', '/labels/1'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      answers.map(() => [503, '5']),
    );
    expect((await client.get('/labels/1')).status).toBe(200);
  });
});

/** New connections are read-only, as on a node that has been demoted. */
function makeReadOnly({ driver }: DataSource): void {
  const { pool, master } = driver as unknown as Readonly<Record<'pool' | 'master', EventEmitter | undefined>>;
  const sessions = 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY';
  pool?.on('connection', (connection: Session) => connection.query('SET SESSION TRANSACTION READ ONLY'));
  master?.on('connect', (connection: Session) => connection.query(sessions));
}

interface Session {
  query(text: string): unknown;
}

async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
