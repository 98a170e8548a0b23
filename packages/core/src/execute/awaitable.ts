// A value or a promise of it. A synchronous driver returns values, and its requests are answered without a promise for
// each stage.

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, synchronously where the value is not a promise. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs work, and `otherwise` if it throws or rejects. */
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

/** Runs work; then `next` with its value, or `otherwise` with its error, with one promise for both. */
export function settle<T, U>(
  work: () => Awaitable<T>,
  next: (value: T) => Awaitable<U>,
  otherwise: (error: unknown) => Awaitable<U>,
): Awaitable<U> {
  let value;
  try {
    value = work();
  } catch (error) {
    return otherwise(error);
  }
  return value instanceof Promise ? value.then(next, otherwise) : next(value);
}
