// The bench: arguments in, tables and a JSON file out.
import { parseArgs } from 'node:util';
import { contestants, yardstick } from './contestants.js';
import { benchDatabaseNames } from './data/database.js';
import { autocannonLoad } from './load/autocannon.js';
import { type LoadGenerator, usualConnections } from './load/load.js';
import { isWrkInstalled, wrkLoad } from './load/wrk.js';
import { writeResults } from './report/results-file.js';
import { ratioTable, summaries, workloadTable } from './report/tables.js';
import { bench, type BenchPlan, type Run, type WorkloadResult } from './run/bench.js';
import { isPinning } from './run/server-process.js';
import { type Workload, workloads, workloadsByDefault } from './workloads/workloads.js';

const usage = `npm run bench -- [options]
  --quick                  few, short rounds of a, b and j on W1 to W7
  --only W1,W3             these workloads
  --contestants a,b,j      these contestants; b is always among them
  --database sqlite        this database: sqlite, postgres or sqlite-default, which only writes have by default
  --connections 16         requests under way at any time
  --unanalysed             SQLite without ANALYZE, as TypeORM leaves it
  --rounds 7               measured rounds
  --seconds 1.5            length of a round
  --load autocannon        this load generator: wrk (where installed) or autocannon`;

const quickly = {
  contestants: 'a,b,j',
  only: 'W1,W2,W3,W4,W5,W6,W7',
  rounds: '3',
  seconds: '0.25',
  warmUp: { requests: 1_000, milliseconds: 250 },
};
const thoroughly = {
  contestants: '',
  only: '',
  rounds: '7',
  seconds: '1',
  warmUp: { requests: 10_000, milliseconds: 8_000 },
};

const text = { type: 'string' } as const;
const options = {
  quick: { type: 'boolean' },
  unanalysed: { type: 'boolean' },
  only: text,
  contestants: text,
  database: text,
  rounds: text,
  seconds: text,
  load: text,
  connections: { ...text, default: String(usualConnections) },
} as const;

const begun = new Date();
const plan = planOrExit();
greet(plan);
// Ctrl-C reaches the servers too; their end ends the run, which tidies up. A second one ends it at once.
process.once('SIGINT', () => {
  console.error('Tidying up.');
});
const results: WorkloadResult[] = [];
for await (const result of bench(plan)) {
  results.push(result);
  console.log(workloadTable(result));
}
const throughput = { 'req/s': 'requestsPerSecond', cpu: 'cpuPerRequest' } as const;
console.log(ratioTable('requests/s, processor time of a request', throughput, results));
console.log();
console.log(ratioTable('99th percentile of the latency', { p99: 'p99' }, results));
console.log(`\nEvery sample: ${writeJsonReport(plan, results, begun)}`);

function planOrExit(): BenchPlan {
  try {
    return planOf(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(1);
  }
}

function greet({ load, rounds, round }: BenchPlan): void {
  const { name, connections } = load;
  const length = `${rounds} rounds of ${round / 1000} s each`;
  console.log(`${name}, ${connections} connections, ${length}; the x columns are multiples of b.`);
  if (!isPinning) console.log('taskset is missing: server and load may share a core.');
  console.log();
}

/** @throws Error naming what cannot be understood. */
function planOf(args: readonly string[]): BenchPlan {
  const { values } = parseArgs({ args: [...args], options });
  const given = { ...(values.quick ? quickly : thoroughly), ...values };
  return {
    runs: runsOf(
      chosen(workloads, ({ id }) => id, given.only),
      given.database,
    ),
    contestants: chosen(contestants, ({ letter }) => letter, withYardstick(given.contestants)),
    load: loadGenerator(given.load, numberOf(given.connections)),
    rounds: numberOf(given.rounds),
    round: numberOf(given.seconds) * 1000,
    analysed: !values.unanalysed,
    warmUp: given.warmUp,
  };
}

function runsOf(asked: readonly Workload[], databases: string | undefined): Run[] {
  const runs = chosen(benchDatabaseNames, (name) => name, databases).map((database) => ({
    database,
    workloads: databases ? asked : workloadsByDefault(database, asked),
  }));
  return runs.filter(({ workloads }) => workloads.length > 0);
}

/** The items named in the list, in their own order; all items without a list. */
function chosen<T>(all: readonly T[], nameOf: (one: T) => string, list: string | undefined): T[] {
  if (!list) return [...all];
  const names = list.split(',');
  const unknown = names.find((name) => !all.some((one) => nameOf(one) === name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${all.map(nameOf).join(', ')}.`);
  return all.filter((one) => names.includes(nameOf(one)));
}

function withYardstick(list: string): string {
  return list && `${yardstick},${list}`;
}

function loadGenerator(name: string | undefined, connections: number): LoadGenerator {
  const generators = [wrkLoad(connections), autocannonLoad(connections)];
  const usual = isWrkInstalled() ? 'wrk' : 'autocannon';
  const generator = generators.find((one) => one.name === (name ?? usual));
  if (!generator) throw new Error(`"${name}" is no load generator: wrk, autocannon.`);
  return generator;
}

function numberOf(given: string): number {
  const value = Number(given);
  if (value > 0) return value;
  throw new Error(`"${given}" is not a number above 0.`);
}

/** Writes `results/bench-<time>.json`, or `bench-unanalysed-<time>.json`, and returns its path. */
function writeJsonReport(plan: BenchPlan, results: readonly WorkloadResult[], begun: Date): string {
  const { load, rounds, round, warmUp, analysed } = plan;
  return writeResults(analysed ? 'bench' : 'bench-unanalysed', begun, {
    method: { load: load.name, connections: load.connections, rounds, roundMilliseconds: round, warmUp },
    contestants: Object.fromEntries(contestants.map(({ letter, title }) => [letter, title])),
    results: results.map((result) => ({
      database: result.database,
      workload: result.workload.id,
      title: result.workload.title,
      absent: result.absent,
      summaries: summaries(result),
      samples: Object.fromEntries(result.entries.map(({ letter, samples }) => [letter, samples])),
    })),
  });
}
