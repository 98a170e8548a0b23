// Samples -> medians, and ratios to the yardstick computed round by round: what disturbs the machine for a while
// disturbs both sides of a ratio.
import { yardstick } from '../contestants.js';
import type { Entry, WorkloadResult } from '../run/bench.js';
import type { Sample } from '../run/measure.js';
import { median } from './median.js';

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
