// Whether a database gave a sign of life. While it gives none, requests are told so at once instead of after a timeout;
// each of them has it asked again in the background, by one at a time.
import { DatabaseError } from './database-error.js';

/** The signs of life of one pool's database. */
export interface Pulse {
  /** Throws `unavailable` while the database is away. */
  require(): void;
  /** It answered. */
  beat(): void;
  /** It did not answer something that was asked at `since`. It is away, unless it answered something else meanwhile. */
  miss(since: number): void;
}

/** `ask` is a bounded question; the database is back when it does not fail. */
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
      throw new DatabaseError('unavailable', new Error('The database gives no sign of life.'));
    },
    beat,
    miss: (since) => {
      if (lastBeat < since) away = true;
    },
  };
}
