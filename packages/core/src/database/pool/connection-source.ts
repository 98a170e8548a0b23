// Where connections come from, and what bounds their use.
import type { Timeouts } from '../../limits.js';
import type { PooledConnection } from './pooled-connection.js';
import type { TimeoutQueue } from './timeout-queue.js';

/** What all sources of one executor share. */
export interface ConnectionSourceBounds {
  /** Converts any error to one that the later stages know. */
  readonly classify: (error: unknown) => Error;
  readonly timeouts: Timeouts;
  readonly timeoutQueue: TimeoutQueue;
}

/** Where connections come from, and what bounds their use. */
export interface ConnectionSource<C> extends ConnectionSourceBounds {
  acquire(): Promise<PooledConnection<C>>;
}

/** A source that records whether its database answers. */
export interface MonitoredSource<C> extends ConnectionSource<C> {
  recordSuccess(): void;
  /** Records a use without an answer. `since`: its start, in milliseconds of `performance.now()`. */
  recordFailure(since: number): void;
}
