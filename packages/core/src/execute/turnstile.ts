// One at a time, in the order of arrival.

/** Runs work when all that came before it has ended, however that ended. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

const turnstiles = new WeakMap<object, Turnstile>();

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
