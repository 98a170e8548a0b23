// The most expensive requests that the limits allow fail no server: every answer is one of the client's or a 504, PostgreSQL works
// for no request two seconds after its answer, and memory does not grow with their number. WORST_ROWS=500000 and
// WORST_REQUESTS=1000 are the large form, which also prints what took longest, and how long writes held the event loop.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApi, type Api } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { DataSource } from 'typeorm';
import { wholeText } from '../support/answer-text.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, type DatabaseName } from '../support/test-database.js';
import { seededRandom } from './seeded-random.js';
import { worstEntities } from './worst-entities.js';
import { shrink, targetOf, WorstRequests, type WorstRequest } from './worst-requests.js';
import { fillWorst } from './worst-rows.js';

const rows = Number(process.env.WORST_ROWS ?? 500);
const requests = Number(process.env.WORST_REQUESTS ?? 100);
/** Of the requests with one parameter, as many at random; by default each parameter once. */
const { WORST_SINGLES: given } = process.env;
const singles = given === undefined ? undefined : Number(given);
const statementMs = Number(process.env.WORST_STATEMENT_MS ?? 10_000);
const isLarge = rows > 10_000;

jest.setTimeout(7_200_000);

const { seed, random } = seededRandom();
process.stdout.write(`FAULT_SEED=${seed}\n`);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Stage {
  readonly dataSource: DataSource;
  readonly close: () => Promise<void>;
}

/** SQLite is a file, as its long reads are another process's. */
async function openStage(name: DatabaseName): Promise<Stage> {
  if (name !== 'sqlite') return openDatabase(name, worstEntities);
  const folder = mkdtempSync(join(tmpdir(), 'worst-'));
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: join(folder, 'worst.sqlite'),
    enableWAL: true,
    entities: worstEntities,
    synchronize: true,
  });
  await dataSource.initialize();
  const close = async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
  };
  return { dataSource, close };
}

/** What a request took. */
interface Cost {
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  readonly heldMs: number;
}

describe.each(databaseNames)('%s', (name) => {
  let stage: Stage;
  let api: Api;
  let log: ServerLog;
  let made: WorstRequests;
  const costs: Cost[] = [];

  beforeAll(async () => {
    stage = await openStage(name);
    await fillWorst(stage.dataSource, rows);
    log = new ServerLog();
    api = createApi(stage.dataSource, {
      bulk: ['create', 'update', 'delete'],
      logger: log,
      timeouts: { statementMs },
    });
    // A list skips at most 100,000 rows.
    const deepPage = Math.max(1, Math.min(900, Math.floor(rows / 200)));
    made = new WorstRequests(openApiDocument(api), { deepPage, random });
  });
  afterAll(async () => {
    if (isLarge || process.env.WORST_REPORT) report(name, costs);
    await stage.close();
  });

  /** Sends a request, with fewer parameters until the limits allow it. */
  async function send(request: WorstRequest): Promise<void> {
    const target = targetOf(request);
    const [path = '', query = ''] = target.split('?');
    const { method, body, accept } = request;
    const watch = watchEventLoop();
    const started = performance.now();
    const answer = await api.handle({
      method,
      path,
      query,
      headers: { ...(accept && { accept }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const text = await wholeText(answer);
    const ms = performance.now() - started;
    const { status } = answer;
    costs.push({
      target: keepStart(`${method} ${target} ${accept ?? ''}`),
      status,
      ms,
      heldMs: await watch.end(),
    });
    if (status >= 500 && status !== 504)
      throw new Error(`${method} ${target} -> ${status} ${text ?? ''}`, { cause: log.failure });
    if (name === 'postgres') await expectIdle(stage.dataSource, target);
    const smaller = status === 400 ? shrink(request) : undefined;
    if (smaller) await send(smaller);
  }

  test('reads with each parameter alone', async () => {
    for (const request of made.listReads(singles)) await send(request);
    expect(countOf(costs, 200)).toBeGreaterThan(countOf(costs, 400));
  });

  test('reads with many parameters, without growing memory', async () => {
    const combined = made.listCombined(requests);
    for (const request of combined) await send(request);
    const before = await measureMemory(stage.dataSource, name);
    for (const request of combined) await send(request);
    const now = await measureMemory(stage.dataSource, name);
    process.stdout.write(`${name}: ${JSON.stringify({ before, now })}\n`);
    expect(now.heap - before.heap).toBeLessThan(maxGrowth);
    expect(now.backends).toBeLessThan(maxBackend);
  });

  test('writes with each parameter alone', async () => {
    const earlier = countOf(costs, 200);
    for (const request of made.listWrites(singles)) await send(request);
    expect(countOf(costs, 200)).toBeGreaterThan(earlier);
  });
});

/** A copy: a part of a text would keep the whole one in memory. */
function keepStart(text: string): string {
  return Buffer.from(text.slice(0, 300)).toString();
}

function countOf(costs: readonly Cost[], status: number): number {
  return costs.filter((cost) => cost.status === status).length;
}

/** The longest time between two turns of the event loop, in milliseconds. */
function watchEventLoop(): { end(): Promise<number> } {
  let longest = 0;
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  return {
    end: async () => {
      await wait(1);
      turn();
      clearInterval(timer);
      return longest;
    },
  };
}

/** In MiB. */
const maxGrowth = 32;
/** In MiB: each keeps the plans of its prepared statements, up to a million characters of text. It was 165 after 4,000 requests. */
const maxBackend = 256;

/** No process of the server works for the data source two seconds after an answer. */
async function expectIdle(dataSource: DataSource, target: string): Promise<void> {
  const deadline = performance.now() + 2_000;
  for (;;) {
    const active = await dataSource.query<{ query: string }[]>(
      "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()",
    );
    if (active.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(
        `${target} has been answered, but works on: ${active.map(({ query }) => query).join()}`,
      );
    await wait(20);
  }
}

/** In MiB: the heap of this process, and the largest process of PostgreSQL that serves it, if it is on this machine. */
async function measureMemory(
  dataSource: DataSource,
  name: DatabaseName,
): Promise<{ readonly heap: number; readonly backends: number }> {
  collectGarbage();
  await wait(50);
  collectGarbage();
  const heap = process.memoryUsage().heapUsed / 2 ** 20;
  if (name !== 'postgres') return { heap, backends: 0 };
  const found = await dataSource.query<{ pid: number }[]>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  return { heap, backends: Math.max(0, ...found.map(({ pid }) => readOwnMemory(pid))) };
}

function readOwnMemory(pid: number): number {
  try {
    const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    // The server is elsewhere.
    return 0;
  }
}

function report(name: DatabaseName, costs: readonly Cost[]): void {
  const line = ({ target, status, ms, heldMs }: Cost) =>
    `  ${status} ${ms.toFixed(0)} ms, loop held ${heldMs.toFixed(0)} ms: ${target}`;
  const slowest = [...costs].sort((a, b) => b.ms - a.ms).slice(0, 30);
  const writes = costs.filter(({ target }) => !target.startsWith('GET'));
  const holding = [...writes].sort((a, b) => b.heldMs - a.heldMs).slice(0, 15);
  process.stdout.write(
    [
      `${name}: ${costs.length} requests, ${countOf(costs, 504)} of them 504, ${countOf(costs, 400)} of them 400. The slowest:`,
      ...slowest.map(line),
      'Writes that held the event loop longest:',
      ...holding.map(line),
      '',
    ].join('\n'),
  );
}
