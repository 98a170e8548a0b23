// F20: there is no room left for SQLite's file. Writes are 503 and leave nothing, reads go on, and when there is room again
// so do writes, without a restart.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppProcesses } from '../support/app-process.js';
import { createRows } from '../scaling/stored-rows.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';

const figures = robustnessFigures('faults');
const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
afterAll(() => apps.stop());

/** A place for a file that can be made full. */
interface Room {
  readonly folder: string;
  /** Takes the rest of the space; returns environment variables for the application. */
  fill(file: string): Readonly<Record<string, string>>;
  free(file: string): void;
  remove(): void;
}

/** A file system of 8 MiB, filled by another file. */
function smallDisk(): Room {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'pipe' });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const descriptor = openSync(filler, 'w');
      for (let size = 65_536; size >= 1; size /= 2) writeUntilFull(descriptor, Buffer.alloc(size));
      closeSync(descriptor);
      return {};
    },
    free: () => {
      rmSync(filler);
    },
    remove: () => {
      // Lazily: after a failure the application may still be there.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function writeUntilFull(descriptor: number, bytes: Uint8Array): void {
  try {
    for (;;) writeSync(descriptor, bytes);
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error;
  }
}

/** A file that may not grow, as SQLite itself sees to it; filled by rows of a table. */
function smallFile(): Room {
  const folder = mkdtempSync(join(tmpdir(), 'small-file-'));
  return {
    folder,
    fill: (file) =>
      using(file, (database) => {
        const insert = database.prepare(`INSERT INTO audit_logs (message) VALUES (?)`);
        for (let row = 0; row < 500; row++) insert.run('x'.repeat(80));
        return { PRAGMA: `max_page_count = ${String(database.pragma('page_count', { simple: true }))}` };
      }),
    free: (file) => {
      using(file, (database) => database.exec('DELETE FROM audit_logs'));
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

function using<T>(file: string, work: (database: Database.Database) => T): T {
  const database = new Database(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Why no file system can be mounted here, or undefined. */
function findMountFailure(): string | undefined {
  try {
    smallDisk().remove();
    return undefined;
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    return line;
  }
}

/** The categories sent to the application, with their statuses. */
class Categories {
  readonly told = new Map<string, number>();
  readonly #http: HttpClient;
  #names = 0;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  readonly create = async (): Promise<number> => {
    const name = `c${this.#names++}`;
    const { status, headers } = await this.#http.send('POST', '/categories', { body: { name } });
    if (status === 503) expect(headers['retry-after']).toBe('1');
    this.told.set(name, status);
    return status;
  };

  /** So many at once. */
  readonly createTogether = (count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, this.create));

  /** What was written before may leave some room inside the file. */
  async createUntilRefused(count: number): Promise<void> {
    for (let tries = 0; (await this.createTogether(count)).some((status) => status !== 503); tries++)
      if (tries > 5_000) throw new Error('It does not get full.');
  }

  named(status: number): string[] {
    return [...this.told].flatMap(([name, told]) => (told === status ? [name] : [])).sort();
  }
}

async function survive(
  room: Room,
  whenFull: 'filled before' | 'filled later',
  together: number,
): Promise<void> {
  const file = join(room.folder, 'file.sqlite');
  const options = { type: 'better-sqlite3', database: file, enableWAL: true } as const;
  await createRows(options);
  const { port, program } = await apps.start(options, whenFull === 'filled before' ? room.fill(file) : {});
  const http = new HttpClient(port);
  const categories = new Categories(http);
  expect(await categories.create()).toBe(201);
  if (whenFull === 'filled later') room.fill(file);
  await categories.createUntilRefused(together);
  for (let again = 0; again < 10; again++)
    expect(new Set(await categories.createTogether(together))).toEqual(new Set([503]));
  expect((await http.send('GET', '/categories?per_page=100')).status).toBe(200);
  expect((await http.send('GET', '/pets/1')).status).toBe(200);
  room.free(file);
  expect(await categories.create()).toBe(201);
  expect((await http.send('PATCH', '/pets/1', { body: { categories: [3, 4] } })).status).toBe(200);
  http.close();
  await program.kill();
  expectStored(file, categories);
}

function expectStored(file: string, categories: Categories): void {
  const stored = using(file, (database) => {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database.prepare(`SELECT name FROM categories WHERE id > 20 ORDER BY name`).pluck().all();
  });
  const [acknowledged, refused] = [categories.named(201), categories.named(503)];
  expect(stored).toEqual(acknowledged);
  figures.count('sqlite', 'requests tried', categories.told.size);
  figures.count('sqlite', 'faults injected', refused.length);
  figures.count('sqlite', 'faults survived', refused.length);
  figures.count('sqlite', 'acknowledged writes', acknowledged.length);
  figures.count('sqlite', 'acknowledged writes lost', 0);
}

const fullDisk = 'on a full disk writes are 503, reads go on, and so do writes when there is room';
const mountFailure = findMountFailure();

if (mountFailure === undefined) {
  test.each([1, 16])(`${fullDisk}: %i writes at once`, async (together) => {
    const room = smallDisk();
    try {
      await survive(room, 'filled later', together);
    } finally {
      room.remove();
    }
  });
} else {
  test.skip(`${fullDisk}: no file system can be mounted here (${mountFailure})`, () => undefined);
}

test.each([1, 16])(
  'in a file that may not grow writes are 503, reads go on, and so do writes when there is room: %i writes at once',
  async (together) => {
    const room = smallFile();
    try {
      await survive(room, 'filled before', together);
    } finally {
      room.remove();
    }
  },
);
