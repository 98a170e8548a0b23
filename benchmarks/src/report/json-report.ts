// The bench's results -> a JSON file, with every sample.
import { contestants } from '../contestants.js';
import type { BenchPlan, WorkloadResult } from '../run/bench.js';
import { writeResults } from './results-file.js';
import { summaries } from './summary.js';

/** Writes `results/bench-<time>.json`, or `bench-unanalysed-<time>.json`, and returns its path. */
export function writeJsonReport(plan: BenchPlan, results: readonly WorkloadResult[], begun: Date): string {
  const { load, rounds, round, warmUp, analysed } = plan;
  return writeResults(analysed ? 'bench' : 'bench-unanalysed', begun, {
    method: { load: load.name, rounds, roundMilliseconds: round, warmUp },
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
