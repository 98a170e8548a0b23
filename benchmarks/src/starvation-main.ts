// Do slow lists keep short requests waiting? `npm run starvation -- --children 2000 --seconds 1 --database sqlite`.
import { parseArgs } from 'node:util';
import { type CheckedDatabaseName, checkedDatabaseNames } from './data/database.js';
import { closedLoop, type GroupResult } from './load/closed-loop.js';
import { aligned } from './report/format.js';
import { writeResults } from './report/results-file.js';
import { documentedRequests } from './run/documented-requests.js';
import {
  addressOf,
  type DocumentedServer,
  documentOf,
  knownPath,
  startDocumented,
} from './run/documented-server.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    children: { ...text, default: '100000' },
    seconds: { ...text, default: '20' },
    database: text,
    unanalysed: { type: 'boolean', default: false },
  },
});
const milliseconds = Number(values.seconds) * 1000;
const slowLists = 5;
/** Values for each slow list, so that no total is remembered for long. */
const variety = 10;
const readers = 2;
const crowds = [4, 16];
/** Of a larger crowd some may wait for longer than `timeouts.acquireMs`. */
const alwaysServed = 4;
const ratioLimit = 3;
const header = ['GET /users/1', 'requests', 'p50 ms', 'p99 ms', 'x quiet', '503', 'lists answered', '503'];

interface Taken {
  readonly database: CheckedDatabaseName;
  readonly crowd: number;
  readonly read: GroupResult;
  readonly lists: GroupResult | undefined;
  /** The p99 as a multiple of the quiet one. */
  readonly ratio: number;
}

const begun = new Date();
const taken: Taken[] = [];
for (const database of checkedDatabaseNames)
  if (values.database === undefined || database === values.database) taken.push(...(await starve(database)));
console.log(writeResults('starvation', begun, { ...values, taken }));
const objections = taken.filter((one) => !isRight(one));
for (const { database, crowd } of objections)
  console.log(`EXCEEDED: ${database} with ${crowd} clients that ask for lists`);
console.log(
  `limits: p99 of at most ${ratioLimit} times the quiet one, all answers 200 (lists: or 504; 503 in the larger crowd)`,
);
process.exit(objections.length === 0 ? 0 : 1);

async function starve(database: CheckedDatabaseName): Promise<Taken[]> {
  const filling = { children: Number(values.children), analysed: !values.unanalysed };
  const server = await startDocumented(database, 'unindexed', filling);
  try {
    const slowest = await slowestRequests(server, slowLists);
    for (const { asks, milliseconds: took } of slowest) console.log(`  ${took.toFixed(0)} ms ${asks}`);
    const addresses = Array.from({ length: variety }, (_, turn) =>
      slowest.map((request) => request.addresses[turn] ?? ''),
    ).flat();
    const results = await readBeside(database, server, addresses);
    console.log(`${aligned([header, ...results.map(line)]).join('\n')}\n`);
    return results;
  } finally {
    await server.close();
  }
}

async function readBeside(
  database: CheckedDatabaseName,
  { base }: DocumentedServer,
  addresses: readonly string[],
): Promise<Taken[]> {
  const reading = { clients: readers, addresses: [`${base}/users/1`] };
  // The first compilation is not measured.
  await closedLoop({ groups: [reading], milliseconds: Math.min(milliseconds, 3_000) });
  const results: Taken[] = [];
  for (const crowd of [0, ...crowds]) {
    const groups = [reading, ...(crowd === 0 ? [] : [{ clients: crowd, addresses }])];
    const [read, lists] = await closedLoop({ groups, milliseconds });
    if (!read) throw new Error('The load generator has no result.');
    results.push({ database, crowd, read, lists, ratio: read.p99 / (results[0]?.read.p99 ?? read.p99) });
  }
  return results;
}

function isRight({ crowd, read, lists, ratio }: Taken): boolean {
  const isAnswered = Object.keys(read.statuses).every((status) => status === '200');
  const allowed = crowd > alwaysServed ? ['200', '503', '504'] : ['200', '504'];
  const areAnswered = Object.keys(lists?.statuses ?? {}).every((status) => allowed.includes(status));
  return ratio <= ratioLimit && isAnswered && areAnswered;
}

function line({ database, crowd, read, lists, ratio }: Taken): string[] {
  return [
    crowd === 0 ? `${database}, quiet` : `${database} beside ${crowd}`,
    String(read.requests),
    read.p50.toFixed(2),
    read.p99.toFixed(2),
    ratio.toFixed(2),
    String(read.statuses['503'] ?? 0),
    lists ? JSON.stringify(lists.statuses) : '-',
    String(lists?.statuses['503'] ?? 0),
  ];
}

interface SlowRequest {
  readonly asks: string;
  readonly milliseconds: number;
  /** The same request with several values, so that no total is remembered for long. */
  readonly addresses: readonly string[];
}

async function slowestRequests(server: DocumentedServer, count: number): Promise<SlowRequest[]> {
  const timed: SlowRequest[] = [];
  for (const [path, requests] of documentedRequests(await documentOf(server))) {
    const known = await knownPath(server, path);
    if (!known) continue;
    for (const request of requests) {
      const addresses = Array.from({ length: variety }, (_, turn) => addressOf(server, known, request, turn));
      const milliseconds = await timeOf(addresses.slice(0, 2));
      timed.push({ asks: `${path} ${request.asks}`, milliseconds, addresses });
    }
  }
  return timed.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, count);
}

/** The shorter time, as other programs may have caused the longer one. */
async function timeOf(addresses: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const address of addresses) {
    const begun = performance.now();
    await (await fetch(address)).text();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
