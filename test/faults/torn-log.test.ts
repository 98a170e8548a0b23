// F25: the process is killed in the middle of a transaction, and what it left beside SQLite's file is cut off anywhere.
// A process that opens the file finds a prefix of the writes, each complete, and goes on from there.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '@decorest/core';
import { DataSource } from 'typeorm';
import { AuditLog, Category, Pet, User } from '../abuse/entities.js';
import { AppProcesses } from '../support/app-process.js';
import { createRows } from '../scaling/stored-rows.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { seededRandom } from './seeded-random.js';
import { textOf } from '../support/answer-text.js';

const figures = robustnessFigures('faults');
const folder = mkdtempSync(join(tmpdir(), 'torn-'));
const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
const writes = 60;
const cuts = 60;

afterAll(async () => {
  await apps.stop();
  rmSync(folder, { recursive: true });
});

const named = (at: number) => `w${at}`;

/** Makes acknowledged writes, then one that is killed before it is committed; answers the file. */
async function killedFile(enableWAL: boolean, pragma: string): Promise<string> {
  const file = join(folder, enableWAL ? 'wal.sqlite' : 'journal.sqlite');
  const options = { type: 'better-sqlite3', database: file, enableWAL } as const;
  await createRows(options);
  const { port, program } = await apps.start(options, { PRAGMA: pragma });
  const http = new HttpClient(port);
  for (let at = 0; at < writes; at++) {
    const body = { name: named(at), age: 1, type: 'DOG', categories: [1 + (at % 20)] };
    expect((await http.send('POST', '/pets', { body })).status).toBe(201);
  }
  const body = { display_name: 'never', add_friends: [7, 8, 9, 10], add_pets: [1, 2, 3] };
  const lost = http
    .send('PATCH', '/users/1', { headers: { 'x-halt': 'before COMMIT' }, body })
    .catch(() => undefined);
  await program.until(() => program.printed.includes('halted'));
  await program.kill();
  expect(await lost).toBeUndefined();
  http.close();
  figures.count('sqlite', 'requests tried', writes + 1);
  return file;
}

/** A copy of a file and of what lies beside it, of which `kept` bytes are kept. */
function tornCopy(file: string, beside: '-wal' | '-journal', kept: number): string {
  const copy = join(folder, 'copy.sqlite');
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true });
  copyFileSync(file, copy);
  copyFileSync(file + beside, copy + beside);
  truncateSync(copy + beside, kept);
  return copy;
}

/** The names that an API over the file serves, in order, once it is clear that file and API are well. */
async function servedNames(database: string, enableWAL: boolean): Promise<string[]> {
  const entities = [User, Pet, Category, AuditLog];
  const dataSource = await new DataSource({
    type: 'better-sqlite3',
    database,
    enableWAL,
    entities,
  }).initialize();
  try {
    expect(await dataSource.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await dataSource.query('PRAGMA foreign_key_check')).toEqual([]);
    const halves = `SELECT id FROM pets WHERE name LIKE 'w%' AND id NOT IN (SELECT petsId FROM pet_links)`;
    expect(await dataSource.query(halves)).toEqual([]);
    const { handle } = createApi(dataSource, { logger: new ServerLog(), maxItemsPerPage: 1_000 });
    const list = await handle({ method: 'GET', path: '/pets', query: 'per_page=1000&sort=id' });
    const body = Buffer.from(JSON.stringify({ displayName: 'again', add_friends: [9] }));
    const headers = { 'content-type': 'application/json' };
    const user = await handle({ method: 'GET', path: '/users/1' });
    expect(user.body).not.toContain('never');
    expect(await handle({ method: 'PATCH', path: '/users/1', headers, body })).toMatchObject({ status: 200 });
    const { content } = JSON.parse(textOf(list)) as { content: { name: string }[] };
    return content.map(({ name }) => name).filter((name) => name.startsWith('w'));
  } finally {
    await dataSource.destroy();
  }
}

test('a WAL that is cut off anywhere keeps the writes before the cut', async () => {
  const { seed, random } = seededRandom();
  process.stdout.write(`F25: seed ${seed}\n`);
  const file = await killedFile(true, 'wal_autocheckpoint = 0');
  const { size } = statSync(`${file}-wal`);
  const offsets = Array.from({ length: cuts }, () => Math.floor(random() * size)).sort((a, b) => a - b);
  const found: number[] = [];
  for (const offset of [0, ...offsets, size]) {
    const names = await servedNames(tornCopy(file, '-wal', offset), true);
    expect(names).toEqual(Array.from({ length: names.length }, (_, at) => named(at)));
    found.push(names.length);
  }
  // The more there is of it the more is found; of all of it, all.
  expect(found).toEqual([...found].sort((a, b) => a - b));
  expect([found[0], found.at(-1)]).toEqual([0, writes]);
  figures.count('sqlite', 'faults injected', found.length);
  figures.count('sqlite', 'faults survived', found.length);
  figures.count('sqlite', 'acknowledged writes', writes);
  figures.count('sqlite', 'acknowledged writes lost', writes - (found.at(-1) ?? 0));
});

test('a hot journal takes back what was not committed', async () => {
  // Hardly any pages fit into memory: the transaction is in the file before it is committed.
  const file = await killedFile(false, 'cache_size = 1');
  expect(readFileSync(file).includes('never')).toBe(true);
  const { size } = statSync(`${file}-journal`);
  expect(size).toBeGreaterThan(0);
  expect(await servedNames(tornCopy(file, '-journal', size), false)).toEqual(
    Array.from({ length: writes }, (_, at) => named(at)),
  );
  figures.count('sqlite', 'faults injected');
  figures.count('sqlite', 'faults survived');
  figures.count('sqlite', 'acknowledged writes', writes);
  figures.count('sqlite', 'acknowledged writes lost', 0);
});
