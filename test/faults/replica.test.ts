// F28: a replica that is behind, and a change of the primary. A write answers from the primary, never from the replica;
// a primary that has become a standby acknowledges nothing.
import { createApi } from '@decorest/core';
import { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { entityOf } from '../support/collection.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { labelBy, labelSchema, pause } from './outage.js';
import { OwnPostgres } from './own-postgres.js';
import { WriteLedger } from './write-ledger.js';

const figures = robustnessFigures('faults');

const behindMs = 2_000;

let primary: OwnPostgres;
let standby: OwnPostgres;
let dataSource: DataSource;
let client: ApiClient;
let log: ServerLog;

beforeAll(async () => {
  primary = await OwnPostgres.make();
  await (await labelBy(primary, primary.port)).destroy();
  standby = await primary.makeStandby({ recovery_min_apply_delay: `${behindMs}ms` });
  dataSource = await labelOverBoth();
  log = new ServerLog();
  client = await ApiClient.start(createApi(dataSource, { logger: log }), log);
});
afterAll(async () => {
  await client.stop();
  await dataSource.destroy();
  await standby.remove();
  await primary.remove();
});

/** Reads on the standby, writes on the primary. */
function labelOverBoth(): Promise<DataSource> {
  const [master, slave] = [primary, standby].map((server) => server.accessBy(server.port));
  return new DataSource({
    type: 'postgres',
    ...labelSchema('postgres'),
    replication: { master: master ?? {}, slaves: [slave ?? {}] },
  }).initialize();
}

function survived(): void {
  figures.count('postgres', 'faults injected');
  figures.count('postgres', 'faults survived');
}

test('what was written is in the answer, although the replica does not have it', async () => {
  for (let round = 0; round < 10; round++) {
    const created = await client.post('/artists', { name: `new ${round}`, genres: [1, 2], label: 1 });
    const path = `/artists/${String(entityOf(created).id)}`;
    expect(created).toMatchObject({
      status: 201,
      json: { name: `new ${round}`, edges: { label: { id: 1 } } },
    });
    expect((await client.get(path)).status).toBe(404);
    const changed = await client.patch(path, { name: `changed ${round}`, add_genres: [3] });
    expect(changed.json).toMatchObject({ name: `changed ${round}` });
    figures.count('postgres', 'requests tried', 3);
  }
  const last = await client.post('/labels', { name: 'last' });
  await arrived(`/labels/${String(entityOf(last).id)}`);
  survived();
});

async function arrived(path: string): Promise<void> {
  while ((await client.get(path)).status !== 200) await pause(100);
}

test('the standby becomes the primary, and the old primary its standby, under load', async () => {
  const ledger = new WriteLedger();
  const stop = new AbortController();
  const writing = ledger.write(
    new HttpClient(client.port),
    'switched',
    (name) => ({ method: 'POST', path: '/artists', body: { name, genres: [1, 2] } }),
    stop.signal,
  );
  await ledger.until((acknowledged) => acknowledged > 100);
  await primary.stop('orderly');
  await standby.administer('SELECT pg_promote()');
  primary.follow(standby);
  await primary.start();
  const before = ledger.acknowledged;
  await pause(1_000);
  stop.abort();
  await writing;
  // The application still writes to the old one, which says that it takes nothing (25006).
  expect(ledger.acknowledged).toBe(before);
  const refused = await client.attempt('PATCH', '/labels/1', { body: { name: 'Late' } });
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(log.failure).toMatchObject({ code: '25006' });
  // Reads go on, by the pool that leads to the new one.
  expect((await client.get('/labels/1')).json).toMatchObject({ name: 'Blue' });
  await settle(ledger);
  expect(await servedBy(standby)).toBe(200);
});

async function settle(ledger: WriteLedger): Promise<void> {
  const rows = await standby.administer(
    `SELECT name, count("genreId")::int AS genres FROM artist
     LEFT JOIN artist_genres_genre ON "artistId" = artist.id WHERE name LIKE 'wswitched%' GROUP BY artist.id`,
  );
  const { lost, twice, unrefused } = ledger.compare(rows.map(({ name }) => String(name)));
  figures.count('postgres', 'requests tried', ledger.tried);
  figures.count('postgres', 'acknowledged writes', ledger.acknowledged);
  figures.count('postgres', 'acknowledged writes lost', lost.length);
  expect({ lost, twice, unrefused }).toEqual({ lost: [], twice: [], unrefused: [] });
  expect(rows.filter(({ genres }) => genres !== 2)).toEqual([]);
  expect(ledger.strange).toEqual([]);
  survived();
}

/** The status of a write by an application that knows the new primary. */
async function servedBy(server: OwnPostgres): Promise<number> {
  const successor = new DataSource({ ...server.accessBy(server.port), ...labelSchema('postgres') });
  await successor.initialize();
  const logger = new ServerLog();
  const next = await ApiClient.start(createApi(successor, { logger }), logger);
  const { status } = await next.patch('/labels/1', { name: 'Next' });
  await next.stop();
  await successor.destroy();
  return status;
}
