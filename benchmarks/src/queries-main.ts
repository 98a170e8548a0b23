// What the choices of clients save, and what exports cost: `npm run queries -- --rows 1000000 --rounds 6 --database sqlite`.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { databaseNames, type DatabaseName } from './data/database.js';
import { filledDatabase } from './data/filled-database.js';
import { closedLoop } from './load/closed-loop.js';
import { aligned, median } from './report/format.js';
import { writeResults } from './report/results-file.js';
import { startServer } from './run/server-process.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    rows: { ...text, default: '1000000' },
    few: { ...text, default: '10000' },
    rounds: { ...text, default: '6' },
    seconds: { ...text, default: '1' },
    clients: { ...text, default: '4' },
    database: text,
  },
});
const milliseconds = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);
/** A page far inside: 100,000 rows before it are the default limit. */
const farPage = 10_000;
/** How long the slow reader sleeps after each piece of an export, of at most 64 KiB. */
const sleepMs = 20;
const embedded = 'include=products,reviews&products.limit=10&reviews.limit=10';

/** Two ways to the same rows: the first is to be the faster. */
interface Pair {
  readonly title: string;
  readonly addresses: readonly [string, string];
}

interface Comparison {
  readonly title: string;
  /** Requests of the first way as a multiple of those of the second: the median of the rounds. */
  readonly ratio: number;
  readonly p50: readonly [number, number];
  readonly statuses: readonly string[];
}

const header = ['', 'x', 'p50 ms', 'p50 ms', 'statuses'];

const begun = new Date();
const taken: object[] = [];
for (const database of databaseNames)
  if (values.database === undefined || values.database === database) taken.push(await measure(database));
console.log(writeResults('queries', begun, { ...values, taken }));

async function measure(database: DatabaseName): Promise<object> {
  console.log(`${database}, ${values.rows} products`);
  const many = await filledDatabase(database, 'catalogue', { children: Number(values.rows), analysed: true });
  const few = await filledDatabase(database, 'catalogue', { children: Number(values.few), analysed: true });
  try {
    const comparisons = [
      ...(await withServers(many.url, compareChoices)),
      ...(await withServers(few.url, (servers) => compareIncludes(servers, Number(values.few)))),
      ...(await withServers(many.url, (servers) => compareIncludes(servers, Number(values.rows)))),
    ];
    console.log(aligned([header, ...comparisons.map(formatComparison)]).join('\n'));
    const exports = { few: await measureExport(few.url), many: await measureExport(many.url) };
    console.log(JSON.stringify(exports));
    const growth = exports.many.peakMemory / exports.few.peakMemory;
    console.log(`peak memory of ${values.rows} rows: ${growth.toFixed(2)} times that of ${values.few}`);
    return { database, comparisons, exports };
  } finally {
    await many.drop();
    await few.drop();
  }
}

function formatComparison({ title, ratio, p50, statuses }: Comparison): string[] {
  return [title, ratio.toFixed(2), p50[0].toFixed(2), p50[1].toFixed(2), statuses.join(' ')];
}

/** The addresses of the API, and of the server by hand. */
interface Servers {
  readonly api: string;
  readonly byHand: string;
}

async function withServers(
  url: string,
  measure: (servers: Servers) => Promise<Comparison[]>,
): Promise<Comparison[]> {
  const ours = await startServer('jd-decorest-documented', 'catalogue', url, { anywhere: true });
  const hand = await startServer('h-include', 'catalogue', url, { anywhere: true });
  try {
    return await measure({
      api: `http://127.0.0.1:${ours.port}/api`,
      byHand: `http://127.0.0.1:${hand.port}`,
    });
  } finally {
    await ours.stop();
    await hand.stop();
  }
}

async function compareChoices({ api }: Servers): Promise<Comparison[]> {
  const cursor = await cursorBefore(api, farPage);
  return comparePairs([
    pairOf('count=none, exact', api, ['count=none', 'count=exact']),
    pairOf('count=limited, exact', api, ['count=limited', 'count=exact']),
    pairOf(`page ${farPage} by cursor, by offset`, api, [
      `count=none&after=${cursor}`,
      `count=none&page=${farPage}`,
    ]),
    pairOf('fields=id,name, 30 columns', api, [
      'count=none&per_page=100&fields=id,name',
      'count=none&per_page=100',
    ]),
  ]);
}

async function compareIncludes({ api, byHand }: Servers, rows: number): Promise<Comparison[]> {
  const pair: Pair = {
    title: `include of two edges of ${rows} rows, by hand`,
    addresses: [`${api}/makers?${embedded}&page=3`, `${byHand}/makers?page=3`],
  };
  await requireEqualAnswers(pair);
  return comparePairs([pair]);
}

async function comparePairs(pairs: readonly Pair[]): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const pair of pairs) comparisons.push(await compare(pair));
  return comparisons;
}

function pairOf(title: string, api: string, [first, second]: readonly [string, string]): Pair {
  return { title, addresses: [`${api}/products?${first}`, `${api}/products?${second}`] };
}

async function cursorBefore(api: string, page: number): Promise<string> {
  const answer = (await (await fetch(`${api}/products?count=none&page=${page - 1}`)).json()) as {
    next_cursor: string;
  };
  return answer.next_cursor;
}

/** Equal work: the page by hand and ours have the same JSON. */
async function requireEqualAnswers({ addresses }: Pair): Promise<void> {
  const [ours, hand] = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  if (ours !== hand) throw new Error(`The answers differ.\n${String(ours)}\n${String(hand)}`);
}

async function compare({ title, addresses }: Pair): Promise<Comparison> {
  const ratios: number[] = [];
  const times: [number[], number[]] = [[], []];
  const statuses = new Set<string>();
  const run = async (side: 0 | 1) => {
    const groups = [{ clients: Number(values.clients), addresses: [addresses[side]] }];
    const [result] = await closedLoop({ groups, milliseconds });
    if (!result) throw new Error('The load generator has no result.');
    times[side].push(result.p50);
    for (const status of Object.keys(result.statuses)) statuses.add(status);
    return result.requests;
  };
  // The first compilation is not measured.
  await run(0);
  await run(1);
  for (let round = 0; round < rounds; round++) ratios.push((await run(0)) / (await run(1)));
  return {
    title,
    ratio: median(ratios),
    p50: [median(times[0]), median(times[1])],
    statuses: [...statuses],
  };
}

interface ExportResult {
  readonly lines: number;
  readonly seconds: number;
  /** In bytes. */
  readonly peakMemory: number;
  /** Of `GET /makers/1`, in milliseconds: without the export, and beside it. */
  readonly quietP99: number;
  readonly besideP99: number;
}

/** An export to a reader that sleeps, beside short reads. */
async function measureExport(url: string): Promise<ExportResult> {
  const server = await startServer('jd-decorest-documented', 'catalogue', url, { anywhere: true });
  try {
    const api = `http://127.0.0.1:${server.port}/api`;
    await closedLoop({ groups: [shortReads(api)], milliseconds });
    const quietP99 = await readP99(api);
    const since = performance.now();
    const exporting = readSlowly(`${api}/products`);
    const besideP99 = await readP99(api);
    const lines = await exporting;
    const seconds = (performance.now() - since) / 1000;
    const { peakMemory } = await server.usage();
    return { lines, seconds, peakMemory, quietP99, besideP99 };
  } finally {
    await server.stop();
  }
}

function shortReads(api: string) {
  return { clients: 2, addresses: [`${api}/makers/1`] };
}

async function readP99(api: string): Promise<number> {
  const [read] = await closedLoop({ groups: [shortReads(api)], milliseconds: 5 * milliseconds });
  return read?.p99 ?? NaN;
}

/** Counts the lines of an export, and sleeps after each piece of it. */
function readSlowly(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { accept: 'application/x-ndjson' } }, (response) => {
      void (async () => {
        let lines = 0;
        for await (const piece of response) {
          lines += (piece as Buffer).filter((byte) => byte === 10).length;
          await sleep(sleepMs);
        }
        if (response.complete && response.statusCode === 200) resolve(lines);
        else reject(new Error(`The export ended with ${String(response.statusCode)}.`));
      })().catch(reject);
    }).on('error', reject);
  });
}
