// Does memory grow? `npm run soak -- --requests 1000000 --database sqlite`.
import { parseArgs } from 'node:util';
import { databaseNames, type DatabaseName } from './data/database.js';
import { databaseTemplate } from './data/fresh-database.js';
import { autocannonLoad } from './load/autocannon.js';
import { isWrkInstalled, wrk } from './load/wrk.js';
import { writeResults } from './report/results-file.js';
import { aligned } from './report/text-table.js';
import { soak, type Soak } from './run/soak.js';
import { newShapes, newValues } from './workloads/soak-calls.js';

/** Compiling a shape and sorting all pets takes long: of that kind a tenth is asked. */
const soaks = [
  { letter: 'b', program: 'b-koa', title: 'Koa by hand', calls: newValues, share: 1 },
  { letter: 'j', program: 'j-decorest', title: 'decorest', calls: newValues, share: 1 },
  { letter: 'j', program: 'j-decorest', title: 'decorest, ever new shapes', calls: newShapes, share: 0.1 },
] as const;
const header = ['', 'heap MB', 'after', 'growth, B a request', 'peak MB', 'x b', 'failures'];
const megabyte = 1e6;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { requests: { ...text, default: '1000000' }, database: text } });
const requests = Number(values.requests);
const load = isWrkInstalled() ? wrk : autocannonLoad;
const begun = new Date();
const results = [];
for (const database of databaseNames) {
  if (values.database !== undefined && values.database !== database) continue;
  const taken = await soakAll(database);
  results.push({ database, soaks: taken });
  console.log(`${requests} requests, 100,000 of them distinct (${database})`);
  console.log(`${aligned([header, ...taken.map(line)]).join('\n')}\n`);
}
console.log(writeResults('soak', begun, { requests, results }));

type Taken = Soak & { readonly letter: string; readonly title: string; readonly peakRatio: number };

async function soakAll(database: DatabaseName): Promise<Taken[]> {
  const template = await databaseTemplate(database);
  const taken: Taken[] = [];
  try {
    for (const { letter, title, program, calls, share } of soaks) {
      const url = await template.copy(`soak${taken.length}`);
      const result = await soak(program, url, calls(), load, requests * share);
      const peakRatio = result.peakMemory / (taken[0]?.peakMemory ?? result.peakMemory);
      taken.push({ letter, title, peakRatio, ...result });
      await template.drop(url);
    }
    return taken;
  } finally {
    await template.close();
  }
}

function line({ letter, title, samples, growth, peakMemory, peakRatio, failures }: Taken): string[] {
  const heap = (at: number) => ((samples.at(at)?.heap ?? NaN) / megabyte).toFixed(1);
  const peak = (peakMemory / megabyte).toFixed(0);
  return [
    `${letter} ${title}`,
    heap(0),
    heap(-1),
    growth.toFixed(2),
    peak,
    peakRatio.toFixed(2),
    `${failures}`,
  ];
}
