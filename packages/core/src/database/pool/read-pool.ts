// Connections of a pool for reads. Reads that scan tables are limited to a part of them, so that other requests find one
// free.
import type { TableScan } from '../../sql/condition-scans.js';
import { WaitQueue } from '../wait-queue.js';
import { createConnectionPool, type ConnectionPool } from './connection-pool.js';
import type { ConnectionSource } from './connection-source.js';
import type { PooledConnection, ConnectionUse } from './pooled-connection.js';

/** One in this many reads by key is timed. */
const sampleInterval = 16;

/** Lends a connection for a read whose program makes these scans. Throws what the work throws, classified. */
type WithReadConnection<C> = <T>(
  scans: readonly TableScan[],
  work: (use: ConnectionUse<C>) => Promise<T>,
  clients: readonly AbortSignal[],
) => Promise<T>;

/**
 * Reads that scan tables share a part of a pool of `size` connections; programs that were slow recently share a smaller one.
 * Throws `unavailable` when no connection is free in time.
 */
export function createReadPool<C>(source: ConnectionSource<C>, size: number): WithReadConnection<C> {
  const limiter = new ReadLimiter(size, source.timeouts.acquireMs, () => source.acquire());
  const times = new ReadTimes();
  const byKey = createConnectionPool(source);
  const limited = new WeakMap<readonly TableScan[], ConnectionPool<C>>();
  const limitedFor = (scans: readonly TableScan[]): ConnectionPool<C> => {
    const existing = limited.get(scans);
    if (existing) return existing;
    const classify = () => times.classify(scans);
    const made = createConnectionPool(
      { ...source, acquire: () => limiter.acquire(classify) },
      byKey.circuitBreaker,
    );
    limited.set(scans, made);
    return made;
  };
  let readsByKey = 0;
  return (scans, work, clients) => {
    if (scans.length === 0)
      return byKey.withConnection(
        readsByKey++ % sampleInterval === 0 ? (use) => timeShort(times, () => work(use)) : work,
        clients,
      );
    return limitedFor(scans).withConnection((use) => timeScan(times, scans, () => work(use)), clients);
  };
}

async function timeShort<T>(times: ReadTimes, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  times.recordShort(performance.now() - startedAt);
  return result;
}

async function timeScan<T>(
  times: ReadTimes,
  scans: readonly TableScan[],
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    times.record(scans, performance.now() - startedAt);
    return result;
  } catch (error) {
    times.recordLowerBound(scans, performance.now() - startedAt);
    throw error;
  }
}

/** The wait for a slot ends this long before the wait for a connection, which counts as a failure of the database. */
const marginMs = 60;

/** Returns how fast a read is, as currently known. */
type ClassifyRead = () => ReadClass;

/**
 * Acquires connections of a pool for reads that scan tables. One connection in four stays free for reads by key and for
 * writes. Slow reads get one in eight, and so do reads without a known time. Each limit is at least one.
 */
class ReadLimiter<C> {
  readonly #acquireMs: number;
  readonly #acquire: () => Promise<PooledConnection<C>>;
  readonly #queue = new WaitQueue<Slot>();
  #free: number;
  readonly #freeFor: Record<LimitedClass, number>;

  /** `size`: of the pool. `acquireMs`: how long a read waits for a slot and for the connection. */
  constructor(size: number, acquireMs: number, acquire: () => Promise<PooledConnection<C>>) {
    this.#free = Math.max(1, size - Math.ceil(size / 4));
    const few = Math.max(1, Math.floor(size / 8));
    this.#freeFor = { slow: few, new: few };
    this.#acquireMs = acquireMs;
    this.#acquire = acquire;
  }

  /** Throws `unavailable` when no slot is free in time. */
  async acquire(classify: ClassifyRead): Promise<PooledConnection<C>> {
    const slot: Slot = { classify, class: 'quick' };
    if (!this.#take(slot))
      await this.#queue.wait(slot, Math.max(this.#acquireMs - marginMs, this.#acquireMs / 2));
    const release = () => {
      this.#release(slot);
    };
    try {
      return new LimitedConnection(await this.#acquire(), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Returns false when the limit is reached. */
  #take(slot: Slot): boolean {
    if (this.#free === 0) return false;
    const read = slot.classify();
    if (read !== 'quick' && this.#freeFor[read] === 0) return false;
    this.#free--;
    if (read !== 'quick') this.#freeFor[read]--;
    slot.class = read;
    return true;
  }

  /** Waiting reads are classified again: some may have become quick. */
  #release({ class: read }: Slot): void {
    this.#free++;
    if (read !== 'quick') this.#freeFor[read]++;
    this.#queue.resume((slot) => this.#take(slot));
  }
}

type LimitedClass = Exclude<ReadClass, 'quick'>;

/** A read that has a connection or waits for one. */
interface Slot {
  readonly classify: ClassifyRead;
  /** Its class when it got the connection. */
  class: ReadClass;
}

/** A connection that frees its slot when it is released or destroyed. */
class LimitedConnection<C> implements PooledConnection<C> {
  readonly #pooled: PooledConnection<C>;
  readonly #release: () => void;

  constructor(pooled: PooledConnection<C>, release: () => void) {
    this.#pooled = pooled;
    this.#release = release;
  }

  get connection(): C {
    return this.#pooled.connection;
  }

  release(): Promise<unknown> | undefined {
    const releasing = this.#pooled.release();
    this.#release();
    return releasing;
  }

  destroy(reason: unknown): void {
    this.#pooled.destroy(reason);
    this.#release();
  }

  cancel(): Promise<unknown> {
    return this.#pooled.cancel();
  }

  ping(): Promise<unknown> {
    return this.#pooled.ping();
  }

  hasUnconfirmedCommit(): boolean {
    return this.#pooled.hasUnconfirmedCommit();
  }

  isLost(): boolean {
    return this.#pooled.isLost();
  }

  idleMs(): number {
    return this.#pooled.idleMs();
  }

  closeIdle(): void {
    this.#pooled.closeIdle();
  }
}

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
type ReadClass = 'new' | 'quick' | 'slow';

/** A program is identified by its array of scans. */
class ReadTimes {
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
