// Results -> text for people.
import { contestants } from '../contestants.js';
import type { WorkloadResult } from '../run/bench.js';
import { summaries, type Ratios, type Summary } from './summary.js';
import { aligned } from './text-table.js';

/** Every figure of one workload, a contestant a line. */
export function workloadTable(result: WorkloadResult): string {
  const { database, workload, absent } = result;
  const header = ['', 'req/s', 'x b', 'p99 ms', 'x b', 'cpu us', 'x b', 'MB', 'x b', 'busy'];
  const lines = summaries(result).map(figures);
  const notes = absent.map(({ letter, reason }) => `  ${letter} left out: ${reason}`);
  return [
    `${workload.id} ${workload.title} (${database})`,
    ...aligned([header, ...lines]),
    ...notes,
    '',
  ].join('\n');
}

/** One figure as multiples of the yardstick's: a workload a line, a contestant a column. */
export function ratioTable(title: string, figure: keyof Ratios, results: readonly WorkloadResult[]): string {
  const letters = [...new Set(results.flatMap(({ entries }) => entries.map(({ letter }) => letter)))];
  const lines = results.map((result) => {
    const byLetter = new Map(summaries(result).map((entry) => [entry.letter, entry]));
    const ratios = letters.map((letter) => fixed(byLetter.get(letter)?.ratios?.[figure]));
    return [`${result.database} ${result.workload.id}`, ...ratios];
  });
  return aligned([[`${title}, multiples of b`, ...letters], ...lines]).join('\n');
}

function figures(entry: Summary): string[] {
  const { ratios } = entry;
  return [
    `${entry.letter} ${titleOf(entry.letter)}`,
    entry.requestsPerSecond.toFixed(0),
    fixed(ratios?.requestsPerSecond),
    entry.p99.toFixed(1),
    fixed(ratios?.p99),
    entry.cpuPerRequest.toFixed(0),
    fixed(ratios?.cpuPerRequest),
    (entry.peakMemory / 1e6).toFixed(0),
    fixed(ratios?.peakMemory),
    `${(entry.busy * 100).toFixed(0)}%${entry.failures > 0 ? ` ${entry.failures} FAILED` : ''}`,
  ];
}

function titleOf(letter: string): string {
  return contestants.find((contestant) => contestant.letter === letter)?.title ?? '';
}

function fixed(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(2);
}
