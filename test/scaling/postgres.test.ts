// Three processes on a PostgreSQL primary with a streaming replica: which statement goes where, the races, and the
// primary killed under load.
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { entityOf } from '../support/collection.js';
import { AppProcesses } from '../support/app-process.js';
import { askOne, Fleet, nonSerialOutcomes } from './fleet.js';
import { faultsOf, LedgerClients, storedNames } from './ledger.js';
import { PostgresPair } from './postgres-pair.js';
import { races, type Ask } from './races.js';
import { createRows } from './stored-rows.js';

jest.setTimeout(600_000);

const rounds = 20;
const apps = new AppProcesses(join(__dirname, 'app.ts'));
let pair: PostgresPair | undefined;
let ports: number[] = [];
let fleet = new Fleet([]);

const credentials = { host: '127.0.0.1', username: 'postgres', database: 'postgres' };

beforeAll(async () => {
  pair = await PostgresPair.start();
  const { primary, replica } = pair;
  await createRows({ type: 'postgres', ...credentials, port: primary.port });
  const options: DataSourceOptions = {
    type: 'postgres',
    replication: {
      master: { ...credentials, port: primary.port },
      slaves: [{ ...credentials, port: replica.port }],
    },
  };
  ports = (await Promise.all([0, 1, 2].map(() => apps.start(options)))).map(({ port }) => port);
  fleet = new Fleet(ports);
});

afterAll(async () => {
  await apps.stop();
  await pair?.stop();
});

const ask: Ask = (method, target, body) => fleet.ask(method, target, body);

function opened(): PostgresPair {
  if (!pair) throw new Error('The servers run only while tests do.');
  return pair;
}

test('reads go to the replica; a write, its read-back and its transaction to the primary', async () => {
  const { primary, replica } = opened();
  await opened().synchronise(false);
  await replica.query('SELECT pg_wal_replay_pause()');
  const created = await ask('POST', '/categories', { name: 'not on the replica yet' });
  const target = `/categories/${String(entityOf(created).id)}`;
  expect([created.status, (await ask('GET', target)).status]).toEqual([201, 404]);
  const changed = await ask('PATCH', target, { name: 'changed where it is' });
  expect(changed.json).toMatchObject({ name: 'changed where it is' });
  const linked = await ask('PATCH', '/pets/3', { categories: [Number(entityOf(created).id)] });
  expect([changed.status, linked.status, (await ask('GET', target)).status]).toEqual([200, 200, 404]);
  await replica.query('SELECT pg_wal_replay_resume()');
  await opened().synchronise(true);
  const row = await primary.query('SELECT 1 FROM categories');
  expect(row.length).toBeGreaterThan(20);
  expect((await ask('PATCH', '/pets/3', { categories: [] })).status).toBe(200);
  expect((await ask('GET', target)).status).toBe(200);
});

test.each(Object.keys(races(ask)))('%s', async (name) => {
  expect(await nonSerialOutcomes(races(ask)[name], rounds)).toEqual([]);
});

test('no answer was a 500', () => {
  process.stdout.write(`PostgreSQL: ${fleet.unavailable} answers 503 with Retry-After were tried again.\n`);
  expect(fleet.failed).toBe(0);
});

test('the primary is killed under load and the replica promoted: no acknowledged write is lost', async () => {
  const { primary, replica } = opened();
  const clients = new LedgerClients(
    6,
    (client) => (method, target, body) => askOne(ports[client % ports.length] ?? 0, method, target, body),
  );
  await clients.untilMore(100);
  await primary.kill();
  const ledger = await clients.end();
  await replica.promote();
  const { port } = await apps.start({ type: 'postgres', ...credentials, port: replica.port });
  const successor = new Fleet([port]);
  const stored = await storedNames((method, target, body) => successor.ask(method, target, body));
  expect(faultsOf(ledger, stored)).toEqual({ lost: [], twice: 0, strange: [] });
  expect((await successor.ask('POST', '/categories', { name: 'after' })).status).toBe(201);
});
