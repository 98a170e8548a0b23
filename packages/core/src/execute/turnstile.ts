// One at a time, in the order of arrival.
import type { Awaitable } from './awaitable.js';

/** Runs work when all that came before it has ended, however that ended. */
export type Turnstile = <T>(work: () => Awaitable<T>) => Promise<T>;

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
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
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
