// Is decorest as fast as before? `npm run before-after -- --before <checkout> --after <checkout> --rounds 3`; both are built.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchDatabaseNames } from './data/database.js';
import { databaseTemplate } from './data/template.js';
import { autocannonLoad } from './load/autocannon.js';
import { usualConnections } from './load/load.js';
import { isWrkInstalled, wrkLoad } from './load/wrk.js';
import { aligned, median } from './report/format.js';
import { writeResults } from './report/results-file.js';
import {
  compareCheckouts,
  type Comparison,
  type ComparisonPlan,
  type Side,
} from './run/compare-checkouts.js';
import { workloads, workloadsByDefault } from './workloads/workloads.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    before: text,
    after: { ...text, default: '.' },
    only: { ...text, default: 'W1,W2,W3,W4,W5,W6,W7' },
    database: text,
    rounds: { ...text, default: '24' },
    connections: { ...text, default: String(usualConnections) },
    starts: { ...text, default: '4' },
    seconds: { ...text, default: '1' },
  },
});
if (values.before === undefined) throw new Error('--before names the checkout to compare with.');
const limit = 0.97;
const isQuick = Number(values.rounds) < 5;
const plan: ComparisonPlan = {
  checkouts: { before: resolve(values.before), after: resolve(values.after) },
  load: (isWrkInstalled() ? wrkLoad : autocannonLoad)(Number(values.connections)),
  rounds: Number(values.rounds),
  starts: isQuick ? 1 : Number(values.starts),
  round: Number(values.seconds) * 1000,
  warmUp: isQuick ? { requests: 1_000, milliseconds: 500 } : { requests: 10_000, milliseconds: 8_000 },
  counted: 200,
};
const header = ['', 'req/s', 'after', 'ratio', 'cpu us', 'after', 'ratio', 'statements', 'trips', 'verdict'];

const begun = new Date();
const taken: Comparison[] = [];
const named = workloads.filter(({ id }) => values.only.split(',').includes(id));
for (const database of benchDatabaseNames) {
  if (values.database !== undefined && values.database !== database) continue;
  const asked = values.database === undefined ? workloadsByDefault(database, named) : named;
  if (asked.length === 0) continue;
  const template = await databaseTemplate(database);
  try {
    for (const workload of asked) {
      const comparison = await compareCheckouts(plan, database, workload, template);
      taken.push(comparison);
      console.log(line(comparison).join('  '));
    }
  } finally {
    await template.close();
  }
}
console.log(`\n${aligned([header, ...taken.map(line)]).join('\n')}`);
console.log(
  `ratios above 1 are better; the limit is ${limit}, and no more statements or round trips than before`,
);
console.log(writeResults('before-after', begun, { ...values, limit, taken }));
process.exit(taken.every((one) => objectionsTo(one).length === 0) ? 0 : 1);

function line(comparison: Comparison): string[] {
  const { database, workload, samples, speed, economy, counts } = comparison;
  const middle = (side: Side, of: 'requestsPerSecond' | 'cpuPerRequest') =>
    median(samples[side].map((sample) => sample[of])).toFixed(0);
  const change = (of: 'statements' | 'roundTrips') =>
    `${counts.before[of].toFixed(2)} -> ${counts.after[of].toFixed(2)}`;
  return [
    `${database} ${workload}`,
    middle('before', 'requestsPerSecond'),
    middle('after', 'requestsPerSecond'),
    speed.toFixed(3),
    middle('before', 'cpuPerRequest'),
    middle('after', 'cpuPerRequest'),
    economy.toFixed(3),
    change('statements'),
    database === 'postgres' ? change('roundTrips') : '-',
    objectionsTo(comparison).join(', ') || 'ok',
  ];
}

function objectionsTo({ speed, economy, counts, failures, isSame }: Comparison): string[] {
  // A reconnection or a check of a table's size now and then is no change.
  const grew = (of: 'statements' | 'roundTrips') => counts.after[of] > counts.before[of] + 0.05;
  return [
    ...(speed < limit ? ['SLOWER'] : []),
    ...(economy < limit ? ['MORE PROCESSOR TIME'] : []),
    ...(grew('statements') ? ['MORE STATEMENTS'] : []),
    ...(grew('roundTrips') ? ['MORE ROUND TRIPS'] : []),
    ...(failures > 0 ? [`${failures} FAILED`] : []),
    ...(isSame ? [] : ['OTHER ANSWERS']),
  ];
}
