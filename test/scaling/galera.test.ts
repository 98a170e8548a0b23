// Three processes on three nodes of a Galera cluster, one each, all of them writing: what two nodes did at once comes as a
// deadlock and is tried again. Then a node is killed under load.
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { AppProcesses } from '../support/app-process.js';
import { HttpClient } from '../support/http-client.js';
import { countConcurrently } from '../support/increments.js';
import { askOne, Fleet, nonSerialOutcomes } from './fleet.js';
import { GaleraCluster } from './galera-cluster.js';
import { faultsOf, LedgerClients, storedNames } from './ledger.js';
import { races, type Ask } from './races.js';
import { createRows } from './stored-rows.js';

jest.setTimeout(600_000);

const rounds = 20;
const apps = new AppProcesses(join(__dirname, 'app.ts'));
let cluster: GaleraCluster | undefined;
let ports: number[] = [];
let fleet = new Fleet([]);

beforeAll(async () => {
  cluster = await GaleraCluster.start();
  await cluster.query(0, 'CREATE DATABASE decorest CHARACTER SET utf8mb4');
  await createRows(optionsOf(0));
  ports = (await Promise.all([0, 1, 2].map((at) => apps.start(optionsOf(at))))).map(({ port }) => port);
  fleet = new Fleet(ports);
});

afterAll(async () => {
  await apps.stop();
  await cluster?.stop();
});

function optionsOf(at: number): DataSourceOptions {
  const port = cluster?.nodes[at]?.port ?? 0;
  return { type: 'mariadb', host: '127.0.0.1', port, username: 'root', database: 'decorest', timezone: 'Z' };
}

const ask: Ask = (method, target, body) => fleet.ask(method, target, body);

test.each(Object.keys(races(ask)))('%s', async (name) => {
  expect(await nonSerialOutcomes(races(ask)[name], rounds)).toEqual([]);
});

test('129. clients of three nodes count in one row, and no count is lost', async () => {
  const processes = ports.map((port) => new HttpClient(port));
  const countOf = (json: unknown) => Number((json as { readonly display_name: string }).display_name);
  const bodyOf = (count: number) => ({ display_name: String(count) });
  expect((await ask('PATCH', '/users/40', bodyOf(0))).status).toBe(200);
  const outcomes = await countConcurrently(processes, { path: '/users/40', countOf, bodyOf });
  for (const client of processes) client.close();
  expect(outcomes.strange).toEqual([]);
  expect(outcomes.refused).toBeGreaterThan(0);
  expect(outcomes.count).toBe(outcomes.successes);
});

test('no answer was a 500, and every conflict was tried again', () => {
  process.stdout.write(`Galera: ${fleet.unavailable} answers 503 with Retry-After were tried again.\n`);
  expect(fleet.failed).toBe(0);
});

test('a node is killed under load: no acknowledged write is lost, the others go on', async () => {
  const clients = new LedgerClients(
    6,
    (client) => (method, target, body) => askOne(ports[client % ports.length] ?? 0, method, target, body),
  );
  await clients.untilMore(100);
  await cluster?.nodes[2]?.process.kill();
  await clients.untilMore(100).catch(explained);
  const ledger = await clients.end();
  const rest = new Fleet(ports.slice(0, 2));
  const stored = await storedNames((method, target, body) => rest.ask(method, target, body));
  expect(faultsOf(ledger, stored)).toEqual({ lost: [], twice: 0, strange: [] });
});

/** Whether the nodes or the application did not go on is for their logs to say. */
async function explained(cause: unknown): Promise<never> {
  const nodes = await Promise.all([0, 1].map(async (at) => await cluster?.describe(at)));
  throw new Error(`${String(cause)}\n${nodes.join('\n')}`, { cause });
}
