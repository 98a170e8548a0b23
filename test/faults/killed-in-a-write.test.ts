// F2: the process is killed between any two statements of an update of many edges. The update was made wholly or not at
// all: a request that was answered would have been made.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';
import { AppProcesses } from '../support/app-process.js';
import { createRows } from '../scaling/stored-rows.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { databaseNames, openDatabase, type DatabaseName } from '../support/test-database.js';
import { databaseState } from './database-state.js';

const figures = robustnessFigures('faults');
const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
const entities = [User, Pet, Category, AuditLog];
const folder = mkdtempSync(join(tmpdir(), 'halted-'));

/** Two kinds of edges, of each what is added and what is removed, and a field. */
const update = {
  display_name: 'changed',
  add_friends: [7, 8],
  remove_friends: [2],
  add_pets: [3],
  remove_pets: [1],
};

afterAll(async () => {
  await apps.stop();
  rmSync(folder, { recursive: true });
});

/** A database that a process of its own can open, too. */
interface Shared {
  readonly options: DataSourceOptions;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

const open: Readonly<Record<Exclude<DatabaseName, 'sqlite3'>, () => Promise<Shared>>> = {
  sqlite: async () => {
    const options = { type: 'better-sqlite3', database: join(folder, 'file'), enableWAL: true } as const;
    await createRows(options);
    const dataSource = await new DataSource({ ...options, entities }).initialize();
    return { options, dataSource, close: () => dataSource.destroy() };
  },
  postgres: () => openServer('postgres'),
  mariadb: () => openServer('mariadb'),
  mysql: () => openServer('mysql'),
};

async function openServer(name: 'postgres' | 'mariadb' | 'mysql'): Promise<Shared> {
  const { dataSource, close } = await openDatabase(name, entities);
  const url = 'url' in dataSource.options ? dataSource.options.url : undefined;
  if (url === undefined) throw new Error('The database has no address that a process could be given.');
  const options = { type: name, url, timezone: 'Z' };
  await createRows(options);
  return { options, dataSource, close };
}

describe.each(databaseNames.filter((name) => name !== 'sqlite3'))('%s', (database) => {
  let shared: Shared;
  let sessions = 0;

  beforeAll(async () => {
    shared = await open[database]();
    await undo(shared.dataSource);
    sessions = await countSessions(database, shared.dataSource);
  });
  afterAll(() => shared.close());

  /** What is left by a process that was killed there, or that answered because it never got there. */
  async function leftBy(halt: string): Promise<{ halted: boolean; state: string }> {
    const { options, dataSource } = shared;
    const halted = await killedAt(options, halt);
    await until(async () => (await countSessions(database, dataSource)) <= sessions);
    const state = await stateOf(dataSource);
    await undo(dataSource);
    figures.count(database, 'requests tried');
    return { halted, state };
  }

  test('killed before each statement in turn, and before the answer to the last', async () => {
    const before = await stateOf(shared.dataSource);
    const left: string[] = [];
    let last = await leftBy('before 1');
    for (let k = 2; last.halted; k++) {
      left.push(last.state);
      last = await leftBy(`before ${k}`);
    }
    const whole = last.state;
    expect(left.length).toBeGreaterThan(5);
    expect(whole).not.toBe(before);
    expect(left.filter((state) => state !== before)).toEqual([]);
    if (database !== 'sqlite') {
      // COMMIT was sent, and its answer was lost. SQLite is in our own process: it answers at once.
      const { halted, state } = await leftBy(`after ${left.length}`);
      expect(halted).toBe(true);
      expect([before, whole]).toContain(state);
      left.push(state);
    }
    figures.count(database, 'faults injected', left.length);
    figures.count(database, 'faults survived', left.length);
  });
});

function stateOf(dataSource: DataSource): Promise<string> {
  return databaseState(dataSource, Infinity);
}

/** Kills a process that was sent the update and halted; false when it answered before that. */
async function killedAt(options: DataSourceOptions, halt: string): Promise<boolean> {
  const { port, program } = await apps.start(options);
  const http = new HttpClient(port);
  const answered = http.send('PATCH', '/users/1', { headers: { 'x-halt': halt }, body: update }).then(
    ({ status }) => status,
    () => undefined,
  );
  const first = await Promise.race([answered, program.until(() => program.printed.includes('halted'))]);
  await program.kill();
  expect(await answered).toBe(first);
  http.close();
  return first === undefined;
}

/** What other connections the server has; SQLite has no server. */
async function countSessions(database: DatabaseName, dataSource: DataSource): Promise<number> {
  if (database === 'sqlite') return 0;
  const table = database === 'postgres' ? 'pg_stat_activity' : 'information_schema.processlist';
  const own = database === 'postgres' ? 'datname = current_database()' : 'db = database()';
  const [row] = await dataSource.query<{ count: number | string }[]>(
    `SELECT COUNT(*) AS count FROM ${table} WHERE ${own}`,
  );
  return Number(row?.count);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((wake) => setTimeout(wake, 10));
}

/** The state before the update. */
async function undo(dataSource: DataSource): Promise<void> {
  await dataSource.manager.update(User, 1, { displayName: 'User 1' });
  const friends = dataSource.createQueryBuilder().relation(User, 'friends').of(1);
  await friends.remove([2, 7, 8]);
  await friends.add(2);
  await dataSource.createQueryBuilder().relation(Pet, 'owner').of(3).set(null);
  await dataSource.createQueryBuilder().relation(Pet, 'owner').of(1).set(1);
}
