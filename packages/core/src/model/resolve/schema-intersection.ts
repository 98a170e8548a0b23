// Intersects two schemas, keeping the keywords where clients look for them.
import type { JsonSchema } from '../../vocabulary/json-schema.js';

type Merge = (one: unknown, other: unknown) => unknown;

const chooseLarger: Merge = (one, other) => Math.max(Number(one), Number(other));
const chooseSmaller: Merge = (one, other) => Math.min(Number(one), Number(other));

/** Keywords whose stricter value implies both. */
const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ['minimum', chooseLarger],
  ['exclusiveMinimum', chooseLarger],
  ['minLength', chooseLarger],
  ['minItems', chooseLarger],
  ['maximum', chooseSmaller],
  ['exclusiveMaximum', chooseSmaller],
  ['maxLength', chooseSmaller],
  ['maxItems', chooseSmaller],
  ['enum', keepShared],
  ['items', (one, other) => intersectSchemas(one as JsonSchema, other as JsonSchema)],
  ['type', keepSharedTypes],
  ['allOf', (one, other) => [...(one as JsonSchema[]), ...(other as JsonSchema[])]],
  ['x-decorest-max-bytes', (one) => one],
  ['x-decorest-words', (one, other) => [...new Set([...(one as string[]), ...(other as string[])])]],
  // Not a constraint: keep the column's own.
  ['format', (one) => one],
]);

function keepShared(one: unknown, other: unknown): unknown {
  const values = other as readonly unknown[];
  return (one as readonly unknown[]).filter((value) => values.includes(value));
}

/** The types of both; those of the one where they share none. Each integer is a number. */
function keepSharedTypes(one: unknown, other: unknown): unknown {
  const others = [other].flat();
  const shared = [one].flat().flatMap((type) => {
    if (others.includes(type) || (type === 'integer' && others.includes('number'))) return [type];
    return type === 'number' && others.includes('integer') ? ['integer'] : [];
  });
  const [only = one, ...more] = shared;
  return more.length === 0 ? only : shared;
}

/** A schema that accepts the values that both schemas accept. */
export function intersectSchemas(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const sum: Record<string, unknown> = { ...schema };
  const beside: JsonSchema[] = [];
  for (const [keyword, value] of Object.entries(other)) {
    const own = sum[keyword];
    const merge = merges.get(keyword);
    if (own === undefined || isSame(own, value)) sum[keyword] = value;
    else if (merge) sum[keyword] = merge(own, value);
    else beside.push({ [keyword]: value });
  }
  if (beside.length > 0) sum.allOf = [...((sum.allOf as JsonSchema[] | undefined) ?? []), ...beside];
  return sum;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
