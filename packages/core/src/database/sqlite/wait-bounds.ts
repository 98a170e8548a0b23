// How long requests wait for a connection, and the errors that end a wait.
import { DatabaseError } from '../../execute/database-error.js';

/** How long a request may wait. */
export interface WaitBounds {
  /** By the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** The error of a request that may wait no longer; undefined while it may. */
export function findLateness(bounds: WaitBounds): DatabaseError | undefined {
  const cancellation = findCancellation(bounds);
  if (cancellation || performance.now() <= bounds.deadline) return cancellation;
  return new DatabaseError(
    'unavailable',
    new Error('Timed out waiting for other requests on the connection.'),
  );
}

/** The error of a request whose client has left; undefined while it has not. */
export function findCancellation({ signal }: WaitBounds): DatabaseError | undefined {
  return signal?.aborted ? new DatabaseError('cancelled', undefined) : undefined;
}

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(bounds: WaitBounds): void {
  const cancellation = findCancellation(bounds);
  if (cancellation) throw cancellation;
}
