// Results -> a JSON file, with every sample.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { contestants } from '../contestants.js';
import type { BenchPlan, WorkloadResult } from '../run/bench.js';
import { isPinning } from '../run/pinned.js';
import { summaries } from './summary.js';

const folder = fileURLToPath(new URL('../../results/', import.meta.url));

/** Writes `results/<time>.json` and returns its path. */
export function writeJsonReport(plan: BenchPlan, results: readonly WorkloadResult[], begun: Date): string {
  const { load, rounds, round, warmUp } = plan;
  const report = {
    begun,
    machine: { node: process.version, cores: cpus().map(({ model }) => model), isPinning },
    method: { load: load.name, rounds, roundMilliseconds: round, warmUpProcessorMicroseconds: warmUp },
    contestants: Object.fromEntries(contestants.map(({ letter, title }) => [letter, title])),
    results: results.map((result) => ({
      database: result.database,
      workload: result.workload.id,
      title: result.workload.title,
      absent: result.absent,
      summaries: summaries(result),
      samples: Object.fromEntries(result.entries.map(({ letter, samples }) => [letter, samples])),
    })),
  };
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${begun.toISOString().replace(/[:.]/g, '-')}.json`;
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}
