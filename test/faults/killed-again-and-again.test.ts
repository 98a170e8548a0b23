// F1: the process is killed at fifty random moments of a load of creates, updates and edge sets on a SQLite file. What was
// acknowledged is there with its last value, nothing is there by halves, and the next process serves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppProcesses } from '../support/app-process.js';
import { createRows } from '../scaling/stored-rows.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { seededRandom } from './seeded-random.js';
import { RowLedger, type StoredPet } from './row-ledger.js';

jest.setTimeout(240_000);

const figures = robustnessFigures('faults');
const folder = mkdtempSync(join(tmpdir(), 'killed-often-'));
const file = join(folder, 'file.sqlite');
const options = { type: 'better-sqlite3', database: file, enableWAL: true } as const;
const apps = new AppProcesses(join(__dirname, '../scaling/app.ts'));
const ledger = new RowLedger(join(folder, 'ledger'));
const kills = 50;
const longestMs = 150;

beforeAll(() => createRows(options));
afterAll(async () => {
  await apps.stop();
  ledger.close();
  rmSync(folder, { recursive: true });
});

/** The ledger's pets, read past the application. */
function storedPets(): StoredPet[] {
  const database = new Database(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    const select = `SELECT id, name, (SELECT group_concat(categoriesId) FROM
      (SELECT categoriesId FROM pet_links WHERE petsId = pets.id ORDER BY categoriesId)) AS categories
      FROM pets WHERE name LIKE 'w%'`;
    return database.prepare<[], StoredPet>(select).all();
  } finally {
    database.close();
  }
}

test('kill -9 at fifty random moments loses nothing that was acknowledged, and leaves no half of a write', async () => {
  const { seed, random } = seededRandom();
  process.stdout.write(`F1: seed ${seed}\n`);
  for (let round = 0; round < kills; round++) {
    const { port, program } = await apps.start(options);
    expect(ledger.disagreements(storedPets())).toEqual([]);
    const before = ledger.acknowledged;
    const writing = ledger.write(new HttpClient(port), round);
    await program.until(() => ledger.acknowledged > before);
    await new Promise((wake) => setTimeout(wake, random() * longestMs));
    await program.kill();
    await writing;
    figures.count('sqlite', 'faults injected');
    // Here it is our own process that finds what was left; in the next round it is the application.
    if (round % 2 === 0) expect(ledger.disagreements(storedPets())).toEqual([]);
    figures.count('sqlite', 'faults survived');
  }
  expect(ledger.disagreements(storedPets())).toEqual([]);
  figures.count('sqlite', 'requests tried', ledger.tried);
  figures.count('sqlite', 'acknowledged writes', ledger.acknowledged);
  figures.count('sqlite', 'acknowledged writes lost', 0);
});
