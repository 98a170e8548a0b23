// Recent times of reads that scan tables, by program.
import type { TableScan } from '../../sql/table-scans.js';

/** A program is slow above this mean time, in milliseconds. */
const slowThresholdMs = 50;
/** On a distant database, a read of several statements takes a multiple of the fastest read. */
const slowFactor = 10;
/** Above this, a program is slow wherever the database is, in milliseconds. */
const maxThresholdMs = 500;
/** Means are capped at this multiple of the threshold, so that a list is quick again soon after an outage. */
const maxMeanFactor = 4;
/** The weight of the latest read in the mean. */
const latestWeight = 1 / 8;

/** `new`: no time is known yet. */
export type ReadClass = 'new' | 'quick' | 'slow';

/** A program is identified by its array of scans. */
export class ReadTimes {
  readonly #means = new WeakMap<readonly TableScan[], number>();
  #fastest = Infinity;

  classify(scans: readonly TableScan[]): ReadClass {
    const mean = this.#means.get(scans);
    if (mean === undefined) return 'new';
    return mean > this.#threshold ? 'slow' : 'quick';
  }

  /** Records the time of a read by key, which is mostly the round trip. */
  recordShort(milliseconds: number): void {
    // A minimum that rises slowly follows a network that becomes slower.
    this.#fastest = Math.min(this.#fastest * 1.001, milliseconds);
  }

  /** Records the time of a successful read. */
  record(scans: readonly TableScan[], milliseconds: number): void {
    this.recordShort(milliseconds);
    this.#add(scans, milliseconds);
  }

  /** Records a lower bound: the read failed, or its client disconnected. */
  recordLowerBound(scans: readonly TableScan[], milliseconds: number): void {
    const mean = this.#means.get(scans);
    if (mean !== undefined && milliseconds > mean) this.#add(scans, milliseconds);
  }

  #add(scans: readonly TableScan[], milliseconds: number): void {
    const mean = this.#means.get(scans) ?? milliseconds;
    const next = mean + (milliseconds - mean) * latestWeight;
    this.#means.set(scans, Math.min(next, maxMeanFactor * this.#threshold));
  }

  get #threshold(): number {
    return Math.min(Math.max(slowThresholdMs, slowFactor * this.#fastest), maxThresholdMs);
  }
}
