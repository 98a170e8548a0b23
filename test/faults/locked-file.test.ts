// F24: another process has SQLite's file locked. Writes wait without holding anybody up, reads go on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApi } from '@decorest/core';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { ApiClient } from '../support/client.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { ServerLog } from '../support/server-log.js';
import { label } from './crash-point-entities.js';

const figures = robustnessFigures('faults');
const folder = mkdtempSync(join(tmpdir(), 'locked-'));
const database = join(folder, 'label.sqlite');
let dataSource: DataSource;
let client: ApiClient;
let other: Database.Database;

beforeAll(async () => {
  const { subscribers = [] } = label;
  const entities = typeof label.entities === 'function' ? label.entities('sqlite') : label.entities;
  // No busy timeout given: the driver's own would hold everybody up for 5 s.
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
  client = await ApiClient.start(createApi(dataSource, { logger, timeouts: { acquireMs: 1_000 } }), logger);
  other = new Database(database);
});
afterAll(async () => {
  other.close();
  await client.stop();
  await dataSource.destroy();
  rmSync(folder, { recursive: true });
});

test('a write waits until the file is free; reads are served meanwhile and nobody stands still', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  other.exec('BEGIN IMMEDIATE');
  delay.enable();
  const writing = Promise.all([1, 2, 3].map((id) => client.patch(`/labels/${id}`, { name: 'Waited' })));
  for (let read = 0; read < 20; read++) expect((await client.get('/labels/1')).status).toBe(200);
  delay.disable();
  other.exec('COMMIT');
  expect((await writing).map(({ status }) => status)).toEqual([200, 200, 200]);
  // The driver's own waiting would have been 5,000 ms at a time.
  expect(delay.max / 1e6).toBeLessThan(2_000);
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
