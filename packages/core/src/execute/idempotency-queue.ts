// Requests with equal keys, one after another: those that wait hold no connection.
import { ApiError } from '../errors.js';
import { DatabaseError } from './database-error.js';

/** A request that waits for its key. */
interface Waiter {
  /** Ends the wait: with the key, or with an error. */
  readonly settle: (error?: Error) => void;
}

/** How long to wait for a key. */
interface WaitBounds {
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}

/** The keys in use in this process, each with the requests that wait for it. */
export class KeyQueue {
  readonly #waiting = new Map<string, Waiter[]>();

  /**
   * Takes the key of this id, or waits for it. Call `release` in the end. Throws `request_in_progress` when the wait takes
   * too long.
   */
  async take(id: string, bounds: WaitBounds): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (!waiting) this.#waiting.set(id, []);
    else await waitInLine(waiting, bounds);
  }

  /** Passes the key on to the request that has waited longest. */
  release(id: string): void {
    const next = this.#waiting.get(id)?.shift();
    if (next) next.settle();
    else this.#waiting.delete(id);
  }
}

function waitInLine(waiting: Waiter[], { ms, signal }: WaitBounds): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (error: Error) => {
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.settle(error);
    };
    const cancel = () => {
      leave(new DatabaseError('cancelled', undefined));
    };
    const late = setTimeout(() => {
      leave(createInProgressError());
    }, ms);
    const waiter: Waiter = {
      settle: (error) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', cancel);
        if (error) reject(error);
        else resolve();
      },
    };
    waiting.push(waiter);
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** The first request with the key has not ended in time. */
export function createInProgressError(cause?: unknown): ApiError {
  return new ApiError('request_in_progress', {
    detail: 'Another request with this key has not ended yet: send this one again later.',
    headers: { 'retry-after': '1' },
    cause,
  });
}
