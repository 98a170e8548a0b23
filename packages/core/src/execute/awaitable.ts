// What is there at once, or later. A synchronous driver's answers are there at once, and a request of its is answered
// without a promise for each stage.

export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there, which may be now. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs work, and `otherwise` where it fails, now or later. */
export function recover<T>(
  work: () => Awaitable<T>,
  otherwise: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(otherwise) : value;
  } catch (error) {
    return otherwise(error);
  }
}
