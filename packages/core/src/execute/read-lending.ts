// Lends connections of a pool for reads: reads by key find one free, however many lists are read.
import type { TableScan } from '../sql/table-scans.js';
import type { Loan } from './lease.js';
import { lending, type Lending } from './lending.js';
import type { Source } from './loan.js';
import { ReadLimiter } from './read-limiter.js';
import { ReadTimes } from './read-times.js';

/** Of reads by key, which are short, one in so many is timed. */
const timedEvery = 16;

/** Lends a connection for a read whose program makes these scans. Throws what the work throws, classified. */
export type LendForRead<C> = <T>(
  scans: readonly TableScan[],
  work: (loan: Loan<C>) => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>;

/**
 * Reads that scan tables have a part of a pool of `size` connections; those that were slow of late, a smaller one. Throws
 * `unavailable` when no connection is free in time.
 */
export function readLending<C>(source: Source<C>, size: number): LendForRead<C> {
  const limiter = new ReadLimiter(size, source.timeouts.acquireMs, () => source.acquire());
  const times = new ReadTimes();
  const byKey = lending(source);
  const limited = new WeakMap<readonly TableScan[], Lending<C>>();
  const limitedFor = (scans: readonly TableScan[]): Lending<C> => {
    const existing = limited.get(scans);
    if (existing) return existing;
    const classify = () => times.classify(scans);
    const made = lending({ ...source, acquire: () => limiter.acquire(classify) }, byKey.pulse);
    limited.set(scans, made);
    return made;
  };
  let readsByKey = 0;
  return (scans, work, signal) => {
    if (scans.length === 0)
      return byKey.lend(
        readsByKey++ % timedEvery === 0 ? (loan) => timeShort(times, () => work(loan)) : work,
        signal,
      );
    return limitedFor(scans).lend((loan) => timeScan(times, scans, () => work(loan)), signal);
  };
}

async function timeShort<T>(times: ReadTimes, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  times.recordShort(performance.now() - begun);
  return result;
}

async function timeScan<T>(
  times: ReadTimes,
  scans: readonly TableScan[],
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    const result = await work();
    times.record(scans, performance.now() - begun);
    return result;
  } catch (error) {
    times.recordLowerBound(scans, performance.now() - begun);
    throw error;
  }
}
