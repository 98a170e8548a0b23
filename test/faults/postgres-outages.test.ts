// F6, F8, F10: PostgreSQL crashes, restarts, or throws its clients out, under load. Clients are told at once, nothing
// acknowledged is lost, and all is well soon after it is back, without a restart of ours.
import { createApi } from '@decorest/core';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import type { Genre } from './crash-point-entities.js';
import { Artist, label } from './crash-point-entities.js';
import { lentConnections } from './lent-connections.js';
import { OwnPostgres } from './own-postgres.js';
import { WriteLedger } from './write-ledger.js';

const figures = robustnessFigures('faults');
let server: OwnPostgres;
let dataSource: DataSource;
let client: ApiClient;

beforeAll(async () => {
  server = await OwnPostgres.make();
  const { subscribers = [] } = label;
  const entities = typeof label.entities === 'function' ? label.entities('postgres') : label.entities;
  dataSource = new DataSource({
    type: 'postgres',
    url: server.url,
    entities,
    subscribers,
    synchronize: true,
  });
  await dataSource.initialize();
  await label.fill(dataSource);
  const logger = new ServerLog();
  client = await ApiClient.start(createApi(dataSource, { logger }), logger);
});
afterAll(async () => {
  await client.stop();
  await dataSource.destroy();
  await server.remove();
});

/** 16 clients create artists with two genres each while something happens. */
async function underLoad(happening: (ledger: WriteLedger) => Promise<void>): Promise<WriteLedger> {
  const ledger = new WriteLedger();
  const round = String(performance.now()).replace('.', '');
  const stop = new AbortController();
  const writing = ledger.write(
    new HttpClient(client.port),
    round,
    (name) => ({ method: 'POST', path: '/artists', body: { name, genres: [1, 2] } }),
    stop.signal,
  );
  await happening(ledger);
  stop.abort();
  await writing;
  return ledger;
}

async function served(): Promise<void> {
  const deadline = performance.now() + 5_000;
  while ((await client.attempt('GET', '/labels/1')).status !== 200) {
    if (performance.now() > deadline) throw new Error('It is not back within 5 s.');
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function settle(ledger: WriteLedger): Promise<void> {
  const artists = await dataSource.manager.find(Artist, { relations: { genres: true } });
  const written = artists.filter(({ name }) => name.startsWith('w'));
  const { lost, twice, unrefused } = ledger.compare(written.map(({ name }) => name));
  figures.count('postgres', 'requests tried', ledger.tried);
  figures.count('postgres', 'acknowledged writes', ledger.acknowledged);
  figures.count('postgres', 'acknowledged writes lost', lost.length);
  expect({ lost, twice, unrefused }).toEqual({ lost: [], twice: [], unrefused: [] });
  // No half of a request: each has both its genres.
  expect(written.filter(({ genres }: { genres: Genre[] }) => genres.length !== 2)).toEqual([]);
  expect(ledger.statuses.filter((status) => ![201, 503, 504].includes(status))).toEqual([]);
  expect(lentConnections('postgres', dataSource)).toBe(0);
  figures.count('postgres', 'faults injected');
  figures.count('postgres', 'faults survived');
}

test.each(['immediate', 'fast'] as const)('a stop (%s) and a start under load', async (mode) => {
  const ledger = await underLoad(async ({ until }) => {
    await until((acknowledged) => acknowledged > 50);
    await server.stop(mode);
    const since = performance.now();
    const answer = await client.attempt('GET', '/labels/1');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    // 300 ms on a machine of its own; here others run too.
    expect(performance.now() - since).toBeLessThan(1_500);
    await server.start();
    await served();
  });
  await settle(ledger);
});

test('clients thrown out again and again', async () => {
  const ledger = await underLoad(async () => {
    const admin = new Client({ connectionString: server.url });
    await admin.connect();
    for (let round = 0; round < 5; round++) {
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
      );
      await new Promise((wake) => setTimeout(wake, 300));
    }
    await admin.end();
    await served();
  });
  await settle(ledger);
});
