// Frozen copies of plain data.

/**
 * Copies and freezes plain objects and arrays deeply, so that later stages cannot change them. Shared objects stay shared;
 * functions and instances of classes are kept.
 */
export function freezeCopy<T>(value: T, copies = new Map<object, object>()): T {
  if (!isPlain(value)) return value;
  const existing = copies.get(value);
  if (existing) return existing as T;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) {
    // Assignment is faster, but for `__proto__` it would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: freezeCopy(member, copies), enumerable: true });
    else copy[key] = freezeCopy(member, copies);
  }
  return Object.freeze(copy) as T;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
