// Two documents -> one. Objects are merged by key and tags by name; any other value of the upper document wins.
import type { oas31 } from 'openapi3-ts';

type Members = Readonly<Record<string, unknown>>;

/** Merges `over` over `under` into a new document, which shares nothing with them. */
export function mergeDocuments(under: oas31.OpenAPIObject, over: object): oas31.OpenAPIObject {
  const lower = copyValue(under);
  const upper: Partial<oas31.OpenAPIObject> = copyValue(over);
  const merged = { ...lower, ...mergeMembers({ ...lower }, { ...upper }) };
  const tags = mergeTags(lower.tags, upper.tags);
  return tags ? { ...merged, tags } : merged;
}

/** Documents are trees of plain values and can be large; structuredClone takes several times as long. */
function copyValue<T>(value: T): T;
function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copyValue<unknown>(item));
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Assignment is faster, but an assignment to `__proto__` would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyValue(value[key]), enumerable: true });
    else copy[key] = copyValue(value[key]);
  }
  return copy;
}

function mergeMembers(under: Members, over: Members): Members {
  const merged = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    if (value !== undefined) merged.set(key, mergeValues(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function mergeValues(under: unknown, over: unknown): unknown {
  return isObject(under) && isObject(over) ? mergeMembers(under, over) : over;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The author's tags come first and keep the author's descriptions. */
function mergeTags(
  under: oas31.TagObject[] | undefined,
  over: oas31.TagObject[] | undefined,
): oas31.TagObject[] | undefined {
  if (!under || !over) return over ?? under;
  const written = new Map(under.map((tag) => [tag.name, tag]));
  const generated = new Map(over.map((tag) => [tag.name, tag]));
  return [...new Set([...written.keys(), ...generated.keys()])].map((name) => ({
    name,
    ...generated.get(name),
    ...written.get(name),
  }));
}
