// F15, F17: other sessions hold rows or a whole table, and many wait for them. Each gets an answer while they do,
// requests that need nothing of it are served, and the pool is complete afterwards.
import { createApi, type ApiOptions } from '@decorest/core';
import { DataSource, type QueryRunner } from 'typeorm';
import { ApiClient } from '../support/client.js';
import type { Answer } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { lentConnections } from './lent-connections.js';
import { labelBy, labelSchema, pause, spread } from './outage.js';
import { makeServer, servedDatabases, type OwnServer, type ServedDatabase } from './own-server.js';

const figures = robustnessFigures('faults');

const poolSize = 5;
const timeouts = { acquireMs: 2_000, statementMs: 4_000 };
const clients = 200;

interface Timed extends Answer {
  readonly ms: number;
}

const lockTable: Readonly<Record<ServedDatabase, string>> = {
  postgres: 'LOCK TABLE label IN ACCESS EXCLUSIVE MODE',
  mariadb: 'LOCK TABLES label WRITE',
};

describe.each(servedDatabases)('%s', (database) => {
  let server: OwnServer;
  let others: DataSource;
  let held: QueryRunner[] = [];
  let dataSource: DataSource;
  let client: ApiClient;

  beforeAll(async () => {
    server = await makeServer(database);
    others = await labelBy(server, server.port);
  });
  afterEach(async () => {
    await letGo();
    await client.stop();
    await dataSource.destroy();
  });
  afterAll(async () => {
    await others.destroy();
    await server.remove();
  });

  async function open(options: ApiOptions): Promise<void> {
    const access = server.accessBy(server.port);
    dataSource = new DataSource({ ...access, ...labelSchema(database), poolSize });
    await dataSource.initialize();
    const logger = new ServerLog();
    client = await ApiClient.start(createApi(dataSource, { ...options, logger }), logger);
  }

  /** Another session in a transaction that has done this. */
  async function hold(statement: string): Promise<void> {
    const runner = others.createQueryRunner();
    held.push(runner);
    await runner.startTransaction();
    await runner.query(statement);
  }

  async function letGo(): Promise<void> {
    for (const runner of held) {
      await runner.rollbackTransaction();
      if (database === 'mariadb') await runner.query('UNLOCK TABLES');
      await runner.release();
    }
    held = [];
  }

  async function timed(method: string, path: string, body?: object): Promise<Timed> {
    const since = performance.now();
    const answer = await client.attempt(method, path, body ? { body } : {});
    return { ...answer, ms: performance.now() - since };
  }

  function survived(requests: number): void {
    figures.count(database, 'requests tried', requests);
    figures.count(database, 'faults injected');
    figures.count(database, 'faults survived');
  }

  test('five sessions hold five rows that 200 clients write, by a pool of five', async () => {
    await open({ timeouts });
    for (const id of [1, 2, 3, 4]) await hold(`UPDATE label SET name = 'held' WHERE id = ${id}`);
    await hold(`UPDATE genre SET name = 'held' WHERE id = 1`);
    const paths = ['/labels/1', '/labels/2', '/labels/3', '/labels/4', '/genres/1'];
    const writing = Array.from({ length: clients }, (_, at) =>
      timed('PATCH', paths[at % paths.length] ?? '', { name: 'Late' }),
    );
    const answers = await Promise.all(writing);
    const [late, refused] = [504, 503].map((status) => answers.filter((answer) => answer.status === status));
    expect([late?.length, refused?.length]).toEqual([poolSize, clients - poolSize]);
    for (const { headers } of refused ?? []) expect(headers['retry-after']).toBe('1');
    process.stdout.write(`${database}: 503 after ${spread((refused ?? []).map(({ ms }) => ms))}\n`);
    // The rows are still held. Who needs none of them finds a connection.
    const reads = await Promise.all(Array.from({ length: 40 }, () => timed('GET', '/artists/1')));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await timed('PATCH', '/genres/2', { name: 'Free' })).status).toBe(200);
    await letGo();
    expect((await timed('PATCH', '/labels/1', { name: 'Next' })).status).toBe(200);
    expect(lentConnections(database, dataSource)).toBe(0);
    survived(clients + 42);
  });

  test('a table is locked: its requests are 504 while it is, those of other tables served', async () => {
    await open({ timeouts: { ...timeouts, statementMs: 1_000 } });
    await hold(lockTable[database]);
    const locked = Promise.all([
      timed('GET', '/labels/1'),
      timed('PATCH', '/labels/1', { name: 'Late' }),
      timed('POST', '/labels', { name: 'Late' }),
    ]);
    await pause(100);
    const free = [await timed('GET', '/genres/1'), await timed('PATCH', '/genres/1', { name: 'Free' })];
    expect(free.map(({ status }) => status)).toEqual([200, 200]);
    // The table is still locked.
    expect((await locked).map(({ status }) => status)).toEqual([504, 504, 504]);
    await letGo();
    expect((await timed('GET', '/labels?per_page=100')).text).not.toContain('Late');
    expect((await timed('PATCH', '/labels/1', { name: 'Next' })).status).toBe(200);
    expect(lentConnections(database, dataSource)).toBe(0);
    survived(7);
  });
});
