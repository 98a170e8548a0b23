// How cost grows, and what each stage costs: `npm run curves -- --database sqlite --rounds 7 --seconds 0.5 --only entities`.
import { parseArgs } from 'node:util';
import { databaseNames, type DatabaseName } from './data/database.js';
import { databaseTemplate } from './data/fresh-database.js';
import { autocannonLoad } from './load/autocannon.js';
import { isWrkInstalled, wrk } from './load/wrk.js';
import { writeResults } from './report/results-file.js';
import { aligned } from './report/text-table.js';
import { runCurve, type CurvePoint } from './run/curve.js';
import { stageTimes, type StageTimes } from './run/stage-times.js';
import { curves } from './workloads/curves.js';
import { workloads } from './workloads/workloads.js';

const timed = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6'];
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    database: { ...text, default: 'sqlite' },
    rounds: { ...text, default: '7' },
    seconds: { ...text, default: '0.5' },
    only: text,
  },
});
const begun = new Date();
const database = databaseNames.find((name) => name === values.database);
if (!database) throw new Error(`"${values.database}" is none of ${databaseNames.join(', ')}.`);
const plan = {
  database,
  load: isWrkInstalled() ? wrk : autocannonLoad,
  rounds: Number(values.rounds),
  round: Number(values.seconds) * 1000,
};
const measured: { name: string; points: CurvePoint[] }[] = [];
for (const curve of curves.filter(({ name }) => values.only === undefined || name === values.only)) {
  const points = await runCurve(curve, plan);
  measured.push({ name: curve.name, points });
  console.log(`${curve.name} (${database}), processor time of a request in us`);
  console.log(`${aligned([['', 'b', 'j', 'j to the first'], ...points.map(line)]).join('\n')}\n`);
}
const stages = await allStageTimes(database);
console.log(
  aligned(stages.map(({ workload, stages: times }) => [workload, JSON.stringify(times)])).join('\n'),
);
console.log(writeResults('curves', begun, { database, curves: measured, stages }));

function line({ at, cpuPerRequest: { b = NaN, j = NaN }, toFirst }: CurvePoint): string[] {
  return [at, b.toFixed(0), j.toFixed(0), toFirst.toFixed(2)];
}

async function allStageTimes(name: DatabaseName): Promise<StageTimes[]> {
  const template = await databaseTemplate(name);
  const taken: StageTimes[] = [];
  try {
    for (const workload of workloads.filter(({ id }) => timed.includes(id)))
      taken.push(await stageTimes(workload, name, template));
  } finally {
    await template.close();
  }
  return taken;
}
