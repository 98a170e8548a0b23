// The cost of each documented request, and how it grows: `npm run costs -- --children 2000 --database sqlite`.
import { parseArgs } from 'node:util';
import type { CheckedAppName } from './app-name.js';
import { type CheckedDatabaseName, checkedDatabaseNames } from './data/database.js';
import type { Filling, TextRow } from './data/filled-database.js';
import { aligned } from './report/format.js';
import { writeResults } from './report/results-file.js';
import type { DocumentedRequest } from './run/documented-requests.js';
import {
  growsTooFast,
  holdLimit,
  ratioLimit,
  type RequestCost,
  requestCosts,
  smallestTime,
  startDocumented,
} from './run/documented-server.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    children: { ...text, default: '50000' },
    database: text,
    data: text,
    only: text,
    unanalysed: { type: 'boolean', default: false },
  },
});
const children = Number(values.children);
const only = values.only === undefined ? undefined : new RegExp(values.only);

interface Data {
  readonly name: string;
  readonly app: CheckedAppName;
  filling(size: 1 | 2): Filling;
  chosen(requests: DocumentedRequest[]): DocumentedRequest[];
}

const rowsOf = (app: CheckedAppName): Data => ({
  name: app,
  app,
  filling: (size) => ({ children: children * size, analysed: !values.unanalysed }),
  chosen: (requests) => requests,
});
const allData: readonly Data[] = [
  rowsOf('kitchensink'),
  rowsOf('unindexed'),
  {
    name: 'texts of 0.5 and 1 MB',
    app: 'unindexed',
    filling: (size) => ({ texts: searchedTexts(size / 2) }),
    chosen: patternRequests,
  },
];

async function costsOf(database: CheckedDatabaseName, data: Data): Promise<Costs> {
  const began = performance.now();
  const once = await startDocumented(database, data.app, data.filling(1));
  try {
    const twice = await startDocumented(database, data.app, data.filling(2));
    try {
      const skipped: string[] = [];
      const wanted = (requests: DocumentedRequest[]) =>
        data.chosen(requests).filter(({ path, asks }) => only?.test(`${path}?${asks}`) ?? true);
      const costs = await requestCosts([once, twice], wanted, (path) => skipped.push(path));
      const seconds = (performance.now() - began) / 1000;
      return { database, data: data.name, costs, skipped, seconds };
    } finally {
      await twice.close();
    }
  } finally {
    await once.close();
  }
}

interface Costs {
  readonly database: CheckedDatabaseName;
  /** An app, or its long texts. */
  readonly data: string;
  readonly costs: readonly RequestCost[];
  /** Paths that the document has and decorest leaves to others. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

const worst = 10;
function costsReport({ database, data, costs, skipped, seconds }: Costs): string {
  const notable = costs.filter(({ twice }) => twice >= smallestTime);
  return [
    `${data} (${database}): ${costs.length} requests in ${seconds.toFixed(0)} s`,
    ...skipped.map((path) => `  ${path} is not answered by decorest`),
    table('by ratio, where it takes 5 ms', notable, ({ ratio }) => ratio),
    table('by time', costs, ({ twice }) => twice),
    table('by hold of the event loop', costs, ({ hold }) => hold),
  ].join('\n');
}

/** A line for each request that is refused or beyond a limit. */
function objectionsTo({ database, data, costs }: Costs): string[] {
  return costs.flatMap((cost) => {
    const { path, asks, ratio, hold, refused } = cost;
    const what = `${database} ${data}: ${path} ${asks}`;
    return [
      ...(refused === undefined ? [] : [`${what} is refused: ${refused}`]),
      ...(growsTooFast(cost) ? [`${what} grows ${ratio.toFixed(2)} times, the limit is ${ratioLimit}`] : []),
      ...(database === 'sqlite' && hold > holdLimit
        ? [`${what} holds the event loop for ${hold.toFixed(0)} ms, the limit is ${holdLimit}`]
        : []),
    ];
  });
}

/** The limits, and how far the worst requests are from them. */
function verdicts(taken: readonly Costs[]): string[] {
  const all = taken.flatMap(({ database, costs }) => costs.map((cost) => ({ database, ...cost })));
  const ratios = all.filter(({ twice }) => twice >= smallestTime).map(({ ratio }) => ratio);
  const holds = all.filter(({ database }) => database === 'sqlite').map(({ hold }) => hold);
  const refused = all.filter((cost) => cost.refused !== undefined).length;
  return [
    verdict('time at 2n / time at n', Math.max(0, ...ratios), ratioLimit),
    verdict('hold of the event loop on SQLite, ms', Math.max(0, ...holds), holdLimit),
    verdict('refused requests', refused, 0),
  ];
}

function verdict(title: string, worstFigure: number, limit: number): string {
  const state = worstFigure <= limit ? 'ok' : 'EXCEEDED';
  return `${title}: at most ${worstFigure.toFixed(2)}, the limit is ${limit}: ${state}`;
}

function table(title: string, costs: readonly RequestCost[], by: (cost: RequestCost) => number): string {
  const sorted = [...costs].sort((a, b) => by(b) - by(a)).slice(0, worst);
  const lines = sorted.map(({ path, asks, once, twice, ratio, hold }) => [
    `${path} ${asks}`,
    ...[once, twice, ratio, hold].map((figure) => figure.toFixed(2)),
  ]);
  return `${aligned([[title, 'ms', 'ms at 2n', 'ratio', 'hold ms'], ...lines]).join('\n')}\n`;
}

/** Most characters of a value. */
const longest = 1024;
const bytes = 1024 * 1024;

const patterns: Readonly<Record<string, string>> = {
  'a...ab': `${'a'.repeat(longest - 1)}b`,
  'ba...a': `b${'a'.repeat(longest - 1)}`,
  'abab...c': `${'ab'.repeat(longest / 2 - 1)}c`,
  'a%a%...b': `${'a%'.repeat(longest / 2 - 1)}b`,
  '%a%a...b': `${'%a'.repeat(longest / 2 - 1)}b`,
  'a_a_...b': `${'a_'.repeat(longest / 2 - 1)}b`,
  'a*a*...b': `${'a*'.repeat(longest / 2 - 1)}b`,
  '[a][a]...b': `${'[a]'.repeat(longest / 3 - 1)}b`,
  '\\\\\\...b': `${'\\'.repeat(longest - 1)}b`,
  '32 a, b': `${'a'.repeat(32)}b`,
};

/** Three texts of the given size that almost match the patterns everywhere. */
function searchedTexts(megabytes: number): TextRow[] {
  return ['a', 'ab', '\\'].map((pattern) => ({
    pattern,
    times: Math.floor((megabytes * bytes) / pattern.length),
    rows: 1,
    parent: 1,
  }));
}

/** Every text operator on the long text, each with every pattern. */
function patternRequests(requests: readonly DocumentedRequest[]): DocumentedRequest[] {
  const searching = requests.filter(({ asks }) =>
    /^(pets\.)?note\.\w*(eq|has|prefix|suffix)\w*$/i.test(asks),
  );
  return searching.flatMap(({ path, asks }) =>
    Object.entries(patterns).map(([title, value]) => ({
      path,
      asks: `${asks}=${title}`,
      // One character less each time is another value, and as hard.
      query: (turn: number) => [[asks, value.slice(turn)] as const],
    })),
  );
}

const begun = new Date();
const taken: Costs[] = [];
for (const database of checkedDatabaseNames.filter(
  (name) => values.database === undefined || name === values.database,
))
  for (const data of allData.filter(
    ({ name }) => values.data === undefined || name.startsWith(values.data),
  )) {
    const costs = await costsOf(database, data);
    taken.push(costs);
    console.log(costsReport(costs));
  }
console.log(writeResults('costs', begun, { children, analysed: !values.unanalysed, taken }));
const objections = taken.flatMap(objectionsTo);
for (const objection of objections) console.log(objection.slice(0, 400));
for (const line of verdicts(taken)) console.log(line);
process.exit(objections.length === 0 ? 0 : 1);
