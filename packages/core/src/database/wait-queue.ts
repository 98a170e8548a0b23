// Requests that wait for a limited resource.
import { DatabaseError } from '../execute/database-error.js';
import { LinkedList } from './linked-list.js';

interface Waiter<T> {
  readonly request: T;
  readonly resume: () => void;
}

/** Waiting requests, in the order of their arrival. */
export class WaitQueue<T> {
  readonly #waiters = new LinkedList<Waiter<T>>();

  /** Waits until the request is resumed. Throws `unavailable` after `milliseconds`, `cancelled` when the signal is aborted. */
  wait(request: T, milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#waiters.remove(link);
        settle();
      };
      const cancel = end(() => {
        reject(new DatabaseError('cancelled', undefined));
      });
      const giveUp = end(() => {
        reject(new DatabaseError('unavailable', new Error('Other long reads did not end in time.')));
      });
      const timer = setTimeout(giveUp, milliseconds);
      signal?.addEventListener('abort', cancel, { once: true });
      const link = this.#waiters.add({ request, resume: end(resolve) });
    });
  }

  /** Resumes each request for which `takes` returns true. */
  resume(takes: (request: T) => boolean): void {
    for (const waiter of this.#waiters.toArray()) if (takes(waiter.request)) waiter.resume();
  }

  /** Resumes the request with the lowest rank; of equal ones, the first. */
  resumeLowest(rank: (request: T) => number): void {
    const [first, ...others] = this.#waiters.toArray();
    if (!first) return;
    others
      .reduce((lowest, other) => (rank(other.request) < rank(lowest.request) ? other : lowest), first)
      .resume();
  }
}
