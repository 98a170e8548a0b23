// F24: another process has SQLite's file locked. Writes wait without blocking others, reads go on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, type Api } from '@decorest/core';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { Program } from '../support/program.js';
import { ServerLog } from '../support/server-log.js';
import { label } from './crash-point-entities.js';

const figures = robustnessFigures('faults');
const folder = mkdtempSync(join(tmpdir(), 'locked-'));
const database = join(folder, 'label.sqlite');
let dataSource: DataSource;
let api: Api;
let client: ApiClient;
let other: Database.Database;

beforeAll(async () => {
  const { subscribers = [] } = label;
  const entities = typeof label.entities === 'function' ? label.entities('sqlite') : label.entities;
  // No busy timeout given: the driver's own would block all requests for 5 s.
  dataSource = new DataSource({
    type: 'better-sqlite3',
    database,
    enableWAL: true,
    entities,
    subscribers,
    synchronize: true,
  });
  await dataSource.initialize();
  await label.fill(dataSource);
  const logger = new ServerLog();
  api = createApi(dataSource, { logger, timeouts: { acquireMs: 1_000 } });
  client = await ApiClient.start(api, logger);
  other = new Database(database);
});
afterAll(async () => {
  other.close();
  await client.stop();
  await dataSource.destroy();
  rmSync(folder, { recursive: true });
});

test('a write waits until the file is free; reads are served meanwhile and the event loop runs', async () => {
  other.exec('BEGIN IMMEDIATE');
  const writing = Promise.all([1, 2, 3].map((id) => client.patch(`/labels/${id}`, { name: 'Waited' })));
  // The driver's own waiting would end the writes in vain before the reads are answered.
  for (let read = 0; read < 20; read++) expect((await client.get('/labels/1')).status).toBe(200);
  other.exec('COMMIT');
  expect((await writing).map(({ status }) => status)).toEqual([200, 200, 200]);
  figures.count('sqlite', 'faults injected');
  figures.count('sqlite', 'faults survived');
});

test('a write that waits too long is a 503, and the next one works', async () => {
  other.exec('BEGIN IMMEDIATE');
  const answer = await client.attempt('PATCH', '/labels/1', { body: { name: 'Late' } });
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  other.exec('COMMIT');
  expect((await client.patch('/labels/1', { name: 'Next' })).status).toBe(200);
  figures.count('sqlite', 'faults injected');
  figures.count('sqlite', 'faults survived');
});

interface Round {
  /** Those of the writes. */
  readonly statuses: readonly number[];
  /** Reads that were answered while the writes waited. */
  readonly reads: number;
  readonly ended: number;
}

/** Sixteen writes at once, in the same tick, and reads until all of them are answered. */
async function writeAtOnce(): Promise<Round> {
  const writes = Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      api.handle({
        method: at % 2 === 0 ? 'PATCH' : 'POST',
        path: at % 2 === 0 ? '/labels/2' : '/contracts',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(at % 2 === 0 ? { name: 'Waited' } : { text: 'waited' })),
      }),
    ),
  );
  let reads = 0;
  while ((await Promise.race([writes, sleep(5)])) === undefined) {
    expect((await client.get('/labels/1')).status).toBe(200);
    reads++;
  }
  return { statuses: (await writes).map(({ status }) => status), reads, ended: Date.now() };
}

test('another process has the file for 3 s: writes wait in vain, and reads are answered', async () => {
  expect(new Set((await writeAtOnce()).statuses)).toEqual(new Set([200, 201]));
  const holder = new Program(join(__dirname, 'file-holder.mjs'), { FILE: database, HOLD_MS: '3000' });
  await holder.until(() => holder.printed.includes('held'));
  const rounds: Round[] = [];
  while (!holder.printed.includes('let go')) rounds.push(await writeAtOnce());
  await holder.ended;
  // By the holder's clock: its word arrives a moment after the file is free, and writes may be done by then.
  const free = Number(/let go at (\d+)/.exec(holder.printed)?.[1]);
  const inVain = rounds.filter(({ ended }) => ended < free);
  expect(inVain.length).toBeGreaterThanOrEqual(2);
  expect(new Set(inVain.flatMap(({ statuses }) => statuses))).toEqual(new Set([503]));
  // The driver's own waiting would hold the event loop for as long as the writes wait.
  for (const { reads } of inVain) expect(reads).toBeGreaterThan(3);
  expect((await client.patch('/labels/1', { name: 'Free' })).status).toBe(200);
  figures.count('sqlite', 'faults injected');
  figures.count('sqlite', 'faults survived');
});
