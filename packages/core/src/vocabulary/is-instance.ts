// `instanceof` for anything that can be thrown.

/** The usual `instanceof`. False for a value that throws when it is asked for its prototype, as a proxy can. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return Function.prototype[Symbol.hasInstance].call(type, value);
  } catch {
    return false;
  }
}
