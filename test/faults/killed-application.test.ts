// F3: a real process under load is asked to stop. What it acknowledged is there, once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { HttpClient } from '../support/http-client.js';
import { freePort, Program } from '../support/program.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { WriteLedger } from './write-ledger.js';

const figures = robustnessFigures('faults');
const main = join(__dirname, '../../examples/petstore/dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const file = join(folder, 'pets.sqlite');
let program: Program | undefined;

afterEach(async () => {
  await program?.kill();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function start(): Promise<{ running: Program; port: number }> {
  const port = await freePort();
  const running = new Program(main, { PORT: String(port), DATABASE_URL: `sqlite:${file}` });
  program = running;
  await running.until(() => running.printed.includes('Try:'));
  return { running, port };
}

/** Names of the ledger's pets, read past the application. */
function namesStored(): string[] {
  const database = new Database(file, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database
      .prepare(`SELECT name FROM pets WHERE name LIKE 'w%-%'`)
      .pluck()
      .all()
      .map((name) => String(name));
  } finally {
    database.close();
  }
}

function write(port: number, ledger: WriteLedger, round: string): Promise<void> {
  return ledger.write(new HttpClient(port), round, (name) => ({
    method: 'POST',
    path: '/pets',
    body: { name, age: 1, type: 'DOG' },
  }));
}

function settle(ledger: WriteLedger): void {
  const { lost, twice, unrefused } = ledger.compare(namesStored());
  figures.count('sqlite', 'requests tried', ledger.tried);
  figures.count('sqlite', 'acknowledged writes', ledger.acknowledged);
  figures.count('sqlite', 'acknowledged writes lost', lost.length);
  expect({ lost, twice, unrefused }).toEqual({ lost: [], twice: [], unrefused: [] });
}

test('SIGTERM under load: whatever was begun is answered, and it ends with 0', async () => {
  const ledger = new WriteLedger();
  const { running, port } = await start();
  const writing = write(port, ledger, 'term');
  await running.until(() => ledger.acknowledged >= 100);
  running.signal('SIGTERM');
  expect(await running.ended).toEqual({ code: 0, signal: null });
  await writing;
  // Each client stops at the first refused connection; none had been begun.
  expect(ledger.cutOff).toBe(0);
  figures.count('sqlite', 'faults injected');
  settle(ledger);
  figures.count('sqlite', 'faults survived');
});
