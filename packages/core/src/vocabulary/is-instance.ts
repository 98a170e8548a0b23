// `instanceof` for anything that can be thrown.

/** The usual `instanceof`. False for a value that throws when it is asked for its prototype, as a proxy can. */
export function isInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return Function.prototype[Symbol.hasInstance].call(type, value);
  } catch {
    return false;
  }
}

/**
 * Makes `instanceof` recognize errors of another copy of this package by a mark: a process that uses ES modules and CommonJS
 * loads one copy of each. Subclasses keep the usual `instanceof`.
 */
export function recognizeAcrossCopies(kind: abstract new (...args: never[]) => Error, name: string): void {
  const mark = Symbol.for(`decorest.${name}`);
  Object.defineProperty(kind.prototype, mark, { value: true });
  Object.defineProperty(kind, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== kind) return isInstance(value, this as typeof kind);
      try {
        return typeof value === 'object' && value !== null && mark in value;
      } catch {
        return false;
      }
    },
  });
}
