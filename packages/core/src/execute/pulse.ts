// Circuit breaker: while a database does not respond, requests fail at once instead of after a timeout. Each of them starts
// a ping in the background, unless one is running.
import { DatabaseError } from './database-error.js';

/** Whether one pool's database responds. */
export interface Pulse {
  /** Throws `unavailable` while the database does not respond. */
  require(): void;
  /** Records an answer of the database. */
  beat(): void;
  /** Records that a request since `since` got no answer. Any answer since then counts for more. */
  miss(since: number): void;
}

/** `ask` pings the database within a timeout; the database is back when the ping succeeds. */
export function pulse(ask: () => Promise<unknown>): Pulse {
  let lastBeat = -Infinity;
  let away = false;
  let asking = false;
  const beat = () => {
    lastBeat = performance.now();
    away = false;
  };
  const askAgain = () => {
    if (asking) return;
    asking = true;
    ask()
      .then(beat, () => undefined)
      .finally(() => (asking = false));
  };
  return {
    require: () => {
      if (!away) return;
      askAgain();
      throw new DatabaseError('unavailable', new Error('The database is not responding.'));
    },
    beat,
    miss: (since) => {
      if (lastBeat < since) away = true;
    },
  };
}
