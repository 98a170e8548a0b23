// Ids of clients: a text of a path or a parameter, a value of a body. The id of a key of several columns is a list of their
// values, which clients spell as their texts, joined by commas; a comma or a percent sign in a part is %2C or %25.
import { idPart } from '../model/id-model.js';
import type { EntityModel } from '../model/api-model.js';
import { singleColumn } from '../model/row-id.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { bodyValue } from './body-value.js';
import { parseId, parseValue, unescaped } from './parse-value.js';

type Keyed = Pick<EntityModel, 'key'>;

/** The id in a path, as it was sent; undefined where no row can have it. */
export function parsePathId(raw: string, entity: Keyed): unknown {
  const only = singleColumn(entity.key);
  if (only) return parseId(raw, only);
  const text = unescaped(raw);
  return text === undefined ? undefined : parseIdText(text, entity);
}

/** The id in a parameter; undefined where it is not spelled as one. */
export function parseIdText(text: string, { key }: Keyed): unknown {
  const parts = text.split(',');
  const values = key.map((field, at) => {
    const part = textOfPart(parts[at] ?? '');
    const parsed = part === undefined ? undefined : parseValue(part, field);
    return parsed?.ok ? parsed.value : undefined;
  });
  return parts.length === key.length && !values.includes(undefined) ? values : undefined;
}

/** The id in a body; null for null, undefined where it cannot be one. The schema was checked before. */
export function bodyId(entity: Keyed, value: JsonValue): unknown {
  const only = singleColumn(entity.key);
  if (only) return bodyValue(only, value);
  if (value === null) return null;
  return typeof value === 'string' ? parseIdText(value, entity) : undefined;
}

/** An id as clients spell it. */
export function idText(id: unknown): string {
  return Array.isArray(id)
    ? (id as readonly unknown[]).map((part) => idPart(textOf(part))).join(',')
    : textOf(id);
}

/** The values of an id, one for each column of the key. */
export function keyValues(id: unknown): readonly unknown[] {
  return Array.isArray(id) ? (id as readonly unknown[]) : [id];
}

/** The id that has these values. */
export function idOfKey(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Strict: one spelling per text. */
function textOfPart(part: string): string | undefined {
  return /%(?!25|2C)/.test(part) ? undefined : part.replaceAll('%2C', ',').replaceAll('%25', '%');
}
