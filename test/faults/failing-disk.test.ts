// F22: the disk fails while SQLite writes to it or waits for it. Such writes are 503 and never
// acknowledged; acknowledged writes are stored, others completely or not at all; service resumes with the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppProcesses } from '../support/app-process.js';
import { createRows } from '../scaling/stored-rows.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { requireStrace, SystemCalls } from './failing-system-calls.js';

const figures = robustnessFigures('faults');
const folder = mkdtempSync(join(tmpdir(), 'failing-disk-'));
const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
const writes = 100;
/** One write takes about ten such calls: some fail, others do not. */
const eio = { calls: 'fdatasync,fsync,pwrite64', error: 'EIO', when: '20+37' };

beforeAll(() => {
  requireStrace();
});
afterAll(async () => {
  await apps.stop();
  rmSync(folder, { recursive: true });
});

/** Creates numbered pets, so many at once, each with two categories; answers the statuses. */
async function createMany(http: HttpClient, together: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < writes) {
    const numbers = Array.from({ length: together }, (_, at) => statuses.length + at);
    statuses.push(...(await Promise.all(numbers.map((number) => create(http, number)))));
    expect((await http.send('GET', '/pets/1')).status).toBe(200);
  }
  return statuses;
}

async function create(http: HttpClient, number: number): Promise<number> {
  const body = { name: `w${number}`, age: 1, type: 'DOG', categories: [1, 2] };
  const { status, headers, text } = await http.send('POST', '/pets', { body });
  if (status === 503) expect(headers['retry-after']).toBe('1');
  if (status !== 201) expect(text).not.toMatch(/IOERR|disk|sqlite/i);
  return status;
}

/** The ledger's pets with the number of their categories. */
function storedPets(file: string): { name: string; categories: number }[] {
  const database = new Database(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const select = `SELECT name, (SELECT COUNT(*) FROM pet_links WHERE petsId = pets.id) AS categories
      FROM pets WHERE name LIKE 'w%'`;
    return database.prepare<[], { name: string; categories: number }>(select).all();
  } finally {
    database.close();
  }
}

test.each([
  ['a write-ahead log', 1, true],
  ['a write-ahead log', 10, true],
  ['a rollback journal', 1, false],
  ['a rollback journal', 10, false],
])(
  'a disk that fails, with %s and %i writes at once: no silent 2xx, and nothing by halves',
  async (_, together, enableWAL) => {
    const file = join(folder, `${String(enableWAL)}-${together}.sqlite`);
    const options = { type: 'better-sqlite3', database: file, enableWAL } as const;
    await createRows(options);
    const { port, program } = await apps.start(options, { PRAGMA: 'synchronous = FULL' });
    const http = new HttpClient(port);
    const failing = await SystemCalls.fail(program, eio);
    const statuses = await createMany(http, together);
    const failed = await failing.heal();
    expect(failed).toBeGreaterThan(5);
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining([201, 503]));
    const healed = await http.send('PATCH', '/pets/1', { body: { categories: [3, 4] } });
    expect(healed.status).toBe(200);
    http.close();
    await program.kill();
    const stored = storedPets(file);
    const names = stored.map(({ name }) => name);
    const acknowledged = statuses.flatMap((status, at) => (status === 201 ? [`w${at}`] : []));
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(stored.filter(({ categories }) => categories !== 2)).toEqual([]);
    figures.count('sqlite', 'requests tried', writes);
    figures.count('sqlite', 'faults injected', failed);
    figures.count('sqlite', 'faults survived', failed);
    figures.count('sqlite', 'acknowledged writes', acknowledged.length);
    figures.count('sqlite', 'acknowledged writes lost', 0);
  },
);
