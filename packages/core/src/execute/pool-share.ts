// Limits slow reads to a share of a pool's connections, so that other requests find one free.
import { DatabaseError } from './database-error.js';
import type { Lease } from './lease.js';

/** Keeps one connection in four for reads by key and for writes; of a pool of one, none. */
function shareOf(connections: number): number {
  return connections - Math.min(Math.ceil(connections / 4), connections - 1);
}

/** A wait ends this long before the wait for a connection does, which would be taken for a database that is away. */
const marginMs = 60;

/**
 * Acquires connections of a pool of `size`, but never more than a share of them at once. The wait for one's turn counts as
 * the wait for a connection, of `acquireMs`. Throws `unavailable` when the turn does not come in time.
 */
export function poolShare<C>(
  size: number,
  acquireMs: number,
  acquire: () => Promise<Lease<C>>,
): () => Promise<Lease<C>> {
  let free = shareOf(size);
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else free++;
  };
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const proceed = () => {
        clearTimeout(late);
        waiting.delete(proceed);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(proceed);
        reject(new DatabaseError('unavailable', new Error('Other long reads did not end in time.')));
      };
      const late = setTimeout(giveUp, Math.max(acquireMs - marginMs, acquireMs / 2));
      waiting.add(proceed);
    });
  return async () => {
    if (free > 0) free--;
    else await turn();
    try {
      return new SharedLease(await acquire(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** A lease that makes room for the next one when it ends. */
class SharedLease<C> implements Lease<C> {
  readonly #lease: Lease<C>;
  readonly #leave: () => void;

  constructor(lease: Lease<C>, leave: () => void) {
    this.#lease = lease;
    this.#leave = leave;
  }

  get connection(): C {
    return this.#lease.connection;
  }

  giveBack(): Promise<unknown> | undefined {
    const given = this.#lease.giveBack();
    this.#leave();
    return given;
  }

  discard(reason: unknown): void {
    this.#lease.discard(reason);
    this.#leave();
  }

  cancel(): Promise<unknown> {
    return this.#lease.cancel();
  }

  ping(): Promise<unknown> {
    return this.#lease.ping();
  }
}
