// Ids that clients send: text in a path or a parameter, a value in a body. The id of a key of several columns is a list of
// values; its text joins them by commas, with commas and percent signs in a part escaped as %2C and %25.
import { escapeIdPart } from '../model/resolve/id-model.js';
import type { EntityModel } from '../model/api-model.js';
import { findSingleColumn } from '../model/row-id.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { convertBodyValue } from './body-value.js';
import { parseId, parseValue, decodeSegment } from './parse-value.js';

type Keyed = Pick<EntityModel, 'key'>;

/** Parses the id in a path, still percent-encoded; undefined when no row can have it. */
export function parsePathId(raw: string, entity: Keyed): unknown {
  const only = findSingleColumn(entity.key);
  if (only) return parseId(raw, only);
  const text = decodeSegment(raw);
  return text === undefined ? undefined : parseIdText(text, entity);
}

/** Parses the decoded text of an id; undefined when it is not one. */
export function parseIdText(text: string, { key }: Keyed): unknown {
  const parts = text.split(',');
  const values = key.map((field, at) => {
    const part = decodePart(parts[at] ?? '');
    const parsed = part === undefined ? undefined : parseValue(part, field);
    return parsed?.ok ? parsed.value : undefined;
  });
  return parts.length === key.length && !values.includes(undefined) ? values : undefined;
}

/** The id in a body that passed its schema: null for null, undefined when it is not an id. */
export function parseBodyId(entity: Keyed, value: JsonValue): unknown {
  const only = findSingleColumn(entity.key);
  if (only) return convertBodyValue(only, value);
  if (value === null) return null;
  return typeof value === 'string' ? parseIdText(value, entity) : undefined;
}

/** The id in a body that has not been checked; undefined when no row can have it. */
export function parseUncheckedId(entity: Keyed, value: JsonValue): unknown {
  const only = findSingleColumn(entity.key);
  if (!only) return value === null ? undefined : parseBodyId(entity, value);
  const parsed = parseValue(formatPart(convertBodyValue(only, value)), only);
  return parsed.ok ? parsed.value : undefined;
}

/** The text of an id, as clients write it. */
export function formatId(id: unknown): string {
  return Array.isArray(id)
    ? (id as readonly unknown[]).map((part) => escapeIdPart(formatPart(part))).join(',')
    : formatPart(id);
}

/** Orders ids by their values: numbers by size, other values by their texts. */
export function compareIds(one: unknown, other: unknown): number {
  const others = getKeyValues(other);
  for (const [at, value] of getKeyValues(one).entries()) {
    const order = comparePart(value, others[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [formatPart(one), formatPart(other)];
  const isWhole = /^[0-9]+$/;
  // A bigint is a text: a longer one is greater.
  if (isWhole.test(a) && isWhole.test(b) && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The values of an id, one per key column. */
export function getKeyValues(id: unknown): readonly unknown[] {
  return Array.isArray(id) ? (id as readonly unknown[]) : [id];
}

/** The id with these key values: the inverse of `getKeyValues`. */
export function toId(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values;
}

function formatPart(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Strict: each text has exactly one spelling. */
function decodePart(part: string): string | undefined {
  return /%(?!25|2C)/.test(part) ? undefined : part.replaceAll('%2C', ',').replaceAll('%25', '%');
}
