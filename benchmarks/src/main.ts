// The bench: arguments in, tables and a JSON file out.
import { planOf, usage } from './bench-arguments.js';
import { missing } from './contestants.js';
import { writeJsonReport } from './report/json-report.js';
import { ratioTable, workloadTable } from './report/table.js';
import { bench, type BenchPlan, type WorkloadResult } from './run/bench.js';
import { isPinning } from './run/pinned.js';

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
console.log(ratioTable('requests/s', 'requestsPerSecond', results));
console.log();
console.log(ratioTable('processor time of a request', 'cpuPerRequest', results));
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
  console.log(`${load.name}, ${rounds} rounds of ${round / 1000} s each; the x columns are multiples of b.`);
  if (!isPinning) console.log('taskset is missing: server and load may share a core.');
  for (const reason of missing) console.log(`left out: ${reason}`);
  console.log();
}
