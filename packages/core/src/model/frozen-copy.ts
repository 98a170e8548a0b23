// What crosses a stage border: a frozen copy, so that neither we nor the author of a nested object can change it.

/**
 * Copies and freezes plain objects and arrays, all the way down. What was one object before is one object after;
 * functions and instances of classes are kept as they are.
 */
export function frozenCopy<T>(value: T, copies = new Map<object, object>()): T {
  if (!isPlain(value)) return value;
  const existing = copies.get(value);
  if (existing) return existing as T;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) {
    // Assignment is faster, but to `__proto__` it would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: frozenCopy(member, copies), enumerable: true });
    else copy[key] = frozenCopy(member, copies);
  }
  return Object.freeze(copy) as T;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
