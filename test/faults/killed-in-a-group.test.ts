// SQLite: a process is killed at any statement of a group of writes. Nothing was answered, and nothing of the group is there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import { createRows } from '../scaling/stored-rows.js';
import { AppProcesses } from '../support/app-process.js';
import { HttpClient } from '../support/http-client.js';
import { robustnessFigures } from '../support/robustness-figures.js';

const figures = robustnessFigures('faults');
const apps = new AppProcesses(join(__dirname, 'halting-app.ts'));
const folder = mkdtempSync(join(tmpdir(), 'halted-'));

jest.setTimeout(180_000);

afterAll(async () => {
  await apps.stop();
  rmSync(folder, { recursive: true });
});

/** The statements to halt before: all of a small group, a sample of a large one. */
const stepOf = { 1: 1, 2: 1, 16: 9 } as const;

describe.each([
  ['a write-ahead log', true],
  ['a rollback journal', false],
])('%s', (_, enableWAL) => {
  test.each([1, 2, 16] as const)('groups of %i', async (size) => {
    const file = join(folder, `${String(enableWAL)}-${size}`);
    const options = { type: 'better-sqlite3', database: file, enableWAL } as const;
    await createRows(options);
    let killed = 0;
    async function expectNothing(moment: string): Promise<boolean> {
      const { isHalted, answers } = await killAt(options, size, moment);
      if (!isHalted) expect(answers).toBe(size);
      expect({ moment, stored: countStored(file) }).toEqual({ moment, stored: isHalted ? 0 : size });
      expect({ moment, answers }).toEqual({ moment, answers: isHalted ? 0 : size });
      if (isHalted) killed++;
      return isHalted;
    }
    expect(await expectNothing('COMMIT')).toBe(true);
    for (let k = 1; await expectNothing(String(k)); k += stepOf[size]);
    // Of each write its INSERT and its SELECT; BEGIN and COMMIT. Savepoints are set where a write has failed.
    expect(killed).toBeGreaterThanOrEqual((2 + size * 2) / stepOf[size]);
    figures.count('sqlite', 'requests tried', size * (killed + 1));
    figures.count('sqlite', 'faults injected', killed);
    figures.count('sqlite', 'faults survived', killed);
  });
});

/** Kills a process that halts before a statement of a group, or has answered it. */
async function killAt(
  options: DataSourceOptions,
  size: number,
  moment: string,
): Promise<{ isHalted: boolean; answers: number }> {
  const { port, program } = await apps.start(options);
  const http = new HttpClient(port);
  let answers = 0;
  const answering = Array.from({ length: size }, async (_, at) => {
    const halt = at === 0 ? { 'x-halt': `before ${moment}` } : {};
    const headers = { 'x-together': String(size), ...halt };
    const answer = await http
      .send('POST', '/categories', { headers, body: { name: `group ${at}` } })
      .catch(() => undefined);
    if (answer?.status === 201) answers++;
  });
  const ended = Promise.all(answering);
  await Promise.race([ended, program.until(() => program.printed.includes('halted'))]);
  await program.kill();
  await ended;
  http.close();
  return { isHalted: program.printed.includes('halted'), answers };
}

function countStored(file: string): number {
  const database = new Database(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const count = "SELECT COUNT(*) FROM categories WHERE name LIKE 'group %'";
    return database.prepare<[], number>(count).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}
