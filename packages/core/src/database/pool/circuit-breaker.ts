// Circuit breaker: while a database does not respond, requests fail at once instead of after a timeout. Each of them starts
// a ping in the background, unless one is running.
import { DatabaseError } from '../../execute/database-error.js';

/** Whether one pool's database responds. */
export interface CircuitBreaker {
  /** Throws `unavailable` while the database does not respond. */
  assertClosed(): void;
  /** Records an answer of the database. */
  recordSuccess(): void;
  /** Records that a request since `since` got no answer. Any answer since then counts for more. */
  recordFailure(since: number): void;
}

/** `ping` asks the database within a timeout; the database is back when the ping succeeds. */
export function createCircuitBreaker(ping: () => Promise<unknown>): CircuitBreaker {
  let lastSuccess = -Infinity;
  let isOpen = false;
  let isPinging = false;
  const beat = () => {
    lastSuccess = performance.now();
    isOpen = false;
  };
  const pingAgain = () => {
    if (isPinging) return;
    isPinging = true;
    ping()
      .then(beat, () => undefined)
      .finally(() => (isPinging = false));
  };
  return {
    assertClosed: () => {
      if (!isOpen) return;
      pingAgain();
      throw new DatabaseError('unavailable', new Error('The database is not responding.'));
    },
    recordSuccess: beat,
    recordFailure: (since) => {
      if (lastSuccess < since) isOpen = true;
    },
  };
}
