// One at a time, in the order of arrival.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Awaitable } from './awaitable.js';
import { DatabaseError } from './database-error.js';

/** Runs work when all that came before it has ended, however that ended. Throws `unavailable` at the deadline. */
export type Turnstile = <T>(deadline: number, work: () => Awaitable<T>) => Promise<T>;

const turnstiles = sharedTurnstiles();

/** The turnstile of whatever can be used by one at a time; APIs that share it queue together. */
export function turnstileOf(resource: object): Turnstile {
  const existing = turnstiles.get(resource);
  if (existing) return existing;
  const made = turnstile();
  turnstiles.set(resource, made);
  return made;
}

function turnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve();
  return (deadline, work) => {
    const mine = endOf(last, deadline).then(work);
    // Also of those before: who gives up waiting lets nobody by.
    last = Promise.allSettled([last, mine]);
    return mine;
  };
}

function endOf(others: Promise<unknown>, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new DatabaseError('unavailable', new Error('Others used the connection for too long.')));
    };
    const late = setTimeout(giveUp, deadline - performance.now());
    void others.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** One for the process: an ES module and a CommonJS module each load their own copy of this file. */
function sharedTurnstiles(): WeakMap<object, Turnstile> {
  const key = Symbol.for('decorest.turnstiles');
  const existing = Reflect.get(globalThis, key) as WeakMap<object, Turnstile> | undefined;
  if (existing) return existing;
  const made = new WeakMap<object, Turnstile>();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}

/** Waits in turns of a millisecond. Throws `unavailable` at the deadline, `cancelled` once the signal is aborted. */
export async function untilFree(taken: () => boolean, deadline: number, signal?: AbortSignal): Promise<void> {
  while (taken()) {
    if (signal?.aborted) throw new DatabaseError('cancelled', undefined);
    if (performance.now() > deadline)
      throw new DatabaseError('unavailable', new Error('The connection stayed in a transaction.'));
    await sleep(1);
  }
}
