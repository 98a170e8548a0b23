// Mutex of a connection that all requests share, and the wait for transactions of the application's own code on it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Awaitable } from '../../execute/awaitable.js';
import { DatabaseError } from '../../execute/database-error.js';

/** Runs work once all earlier work has settled. Throws `unavailable` at the deadline. */
export type Mutex = <T>(deadline: number, work: () => Awaitable<T>) => Promise<T>;

const mutexes = getSharedMutexes();

/** One per resource: APIs that share a resource queue together. */
export function getMutex(resource: object): Mutex {
  const existing = mutexes.get(resource);
  if (existing) return existing;
  const made = createMutex();
  mutexes.set(resource, made);
  return made;
}

function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (deadline, work) => {
    const settling = waitForEarlier(last, deadline).then(work);
    // Chain on earlier work too: a caller that times out must not release the queue.
    last = Promise.allSettled([last, settling]);
    return settling;
  };
}

function waitForEarlier(others: Promise<unknown>, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(
        new DatabaseError(
          'unavailable',
          new Error('Timed out waiting for other requests on the connection.'),
        ),
      );
    };
    const late = setTimeout(giveUp, deadline - performance.now());
    void others.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** One map per process: the ES module and the CommonJS build each load their own copy of this file. */
function getSharedMutexes(): WeakMap<object, Mutex> {
  const key = Symbol.for('decorest.mutexes');
  const existing = Reflect.get(globalThis, key) as WeakMap<object, Mutex> | undefined;
  if (existing) return existing;
  const made = new WeakMap<object, Mutex>();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}

/** How long a request may wait. */
export interface WaitBounds {
  /** By the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** Polls every millisecond. Throws `unavailable` at the deadline, `cancelled` once the signal is aborted. */
export async function waitUntilIdle(taken: () => boolean, bounds: WaitBounds): Promise<void> {
  while (taken()) {
    const lateness = findLateness(bounds);
    if (lateness) throw lateness;
    await sleep(1);
  }
}

/** The error of a request that may wait no longer; undefined while it may. */
export function findLateness({ deadline, signal }: WaitBounds): DatabaseError | undefined {
  if (signal?.aborted) return new DatabaseError('cancelled', undefined);
  if (performance.now() <= deadline) return undefined;
  return new DatabaseError(
    'unavailable',
    new Error('Timed out waiting for another transaction on the connection.'),
  );
}
