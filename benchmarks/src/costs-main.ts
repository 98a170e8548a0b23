// What does each documented request cost, and how does that grow? `npm run costs -- --children 2000 --database sqlite`.
import { parseArgs } from 'node:util';
import type { CheckedAppName } from './app-name.js';
import { checkedDatabaseNames, type CheckedDatabaseName } from './data/database.js';
import type { Filling } from './data/filled-database.js';
import { costsReport, objectionsTo, verdicts, type Costs } from './report/costs-report.js';
import { writeResults } from './report/results-file.js';
import { startDocumented } from './run/documented-server.js';
import { requestCosts } from './run/request-costs.js';
import { patternRequests, searchedTexts } from './workloads/text-patterns.js';
import type { DocumentedRequest } from './workloads/documented-requests.js';

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
