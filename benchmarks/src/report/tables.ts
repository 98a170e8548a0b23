// Results of the bench -> summaries with ratios to the yardstick, and tables.
import { contestants, yardstick } from '../contestants.js';
import { aligned, median } from './format.js';
import type { Entry, WorkloadResult } from '../run/bench.js';
import type { Sample } from '../run/players.js';

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

/** Figures as multiples of the yardstick's: a workload a line, and for each contestant a column for each figure. */
export function ratioTable(
  title: string,
  figures: Readonly<Record<string, keyof Ratios>>,
  results: readonly WorkloadResult[],
): string {
  const letters = [...new Set(results.flatMap(({ entries }) => entries.map(({ letter }) => letter)))];
  const lines = results.map((result) => {
    const byLetter = new Map(summaries(result).map((entry) => [entry.letter, entry]));
    const ratios = letters.flatMap((letter) =>
      Object.values(figures).map((figure) => fixed(byLetter.get(letter)?.ratios?.[figure])),
    );
    return [`${result.database} ${result.workload.id}`, ...ratios];
  });
  const columns = letters.flatMap((letter) => Object.keys(figures).map((name) => `${letter} ${name}`));
  return aligned([[`${title}: multiples of b`, ...columns], ...lines]).join('\n');
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

export interface Summary {
  readonly letter: string;
  readonly requestsPerSecond: number;
  /** In milliseconds. */
  readonly p99: number;
  /** In microseconds. */
  readonly cpuPerRequest: number;
  readonly busy: number;
  /** In bytes. */
  readonly peakMemory: number;
  readonly failures: number;
  /** To the yardstick, each the median of its rounds' ratios. Null when the yardstick did not run. */
  readonly ratios: Ratios | null;
}

export interface Ratios {
  readonly requestsPerSecond: number;
  readonly p99: number;
  readonly cpuPerRequest: number;
  readonly peakMemory: number;
}

export function summaries({ entries }: WorkloadResult): Summary[] {
  const base = entries.find(({ letter }) => letter === yardstick);
  return entries.map((entry) => summary(entry, base));
}

function summary(entry: Entry, base: Entry | undefined): Summary {
  const { letter, samples, peakMemory } = entry;
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  return {
    letter,
    requestsPerSecond: middle((sample) => sample.requestsPerSecond),
    p99: middle((sample) => sample.p99),
    cpuPerRequest: middle((sample) => sample.cpuPerRequest),
    busy: middle((sample) => sample.busy),
    peakMemory,
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0),
    ratios: base ? ratiosTo(base, entry) : null,
  };
}

function ratiosTo(base: Entry, { samples, peakMemory }: Entry): Ratios {
  const ratio = (of: (sample: Sample) => number) =>
    median(samples.map((sample, round) => of(sample) / ofRound(base, round, of)));
  return {
    requestsPerSecond: ratio((sample) => sample.requestsPerSecond),
    p99: ratio((sample) => sample.p99),
    cpuPerRequest: ratio((sample) => sample.cpuPerRequest),
    peakMemory: peakMemory / base.peakMemory,
  };
}

function ofRound({ samples }: Entry, round: number, of: (sample: Sample) => number): number {
  const sample = samples[round];
  return sample ? of(sample) : NaN;
}
