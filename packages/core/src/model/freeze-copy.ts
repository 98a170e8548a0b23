// Frozen copies of plain data.

/**
 * Copies and freezes plain objects and arrays deeply, so that later stages cannot change them. Shared objects stay shared;
 * functions and instances of classes are kept.
 */
export function freezeCopy<T>(value: T, copies = new Map<object, object>()): T {
  if (!isPlain(value)) return value;
  const existing = copies.get(value);
  if (existing) return existing as T;
  return (Array.isArray(value) ? copyArray(value, copies) : copyObject(value, copies)) as T;
}

type Copies = Map<object, object>;

function copyArray(items: readonly unknown[], copies: Copies): readonly unknown[] {
  const copy: unknown[] = [];
  copies.set(items, copy);
  for (const item of items) copy.push(freezeCopy(item, copies));
  return Object.freeze(copy);
}

function copyObject(value: object, copies: Copies): object {
  const copy: Record<string, unknown> = {};
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    const member = freezeCopy(value[key as keyof typeof value] as unknown, copies);
    // Assignment is faster, but for `__proto__` it would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  return Object.freeze(copy);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
