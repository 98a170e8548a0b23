// A JSON value of a body -> value of the entity's property, by the field's kind. The schema was checked before.
import type { FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import { isDecimal, isMultiple } from '../vocabulary/decimal-comparison.js';
import { normalizers } from './parse-value.js';

const asIs = (value: JsonValue): unknown => value;
const toText = (value: JsonValue): string => (typeof value === 'string' ? value : '');

type Convert = (value: JsonValue, field: FieldModel) => unknown;

const converters: Readonly<Record<FieldKind, Convert>> = {
  // Adding zero turns -0, which some databases keep, into 0.
  integer: (value) => Number(value) + 0,
  bigint: asIs,
  float: (value) => Number(value) + 0,
  decimal: asIs,
  boolean: asIs,
  string: asIs,
  uuid: (value) => normalizers.uuid(toText(value)),
  enum: asIs,
  date: asIs,
  time: (value) => normalizers.time(toText(value)),
  datetime: (value) => normalizers.datetime(toText(value)),
  json: asIs,
  bytes: (value) => Buffer.from(toText(value), 'base64'),
  array: convertList,
};

/** The items of an array of PostgreSQL are values of their kind. */
function convertList(value: JsonValue, field: FieldModel): unknown {
  const { array } = field.document ?? {};
  if (!array || !Array.isArray(value)) return value;
  const convertItem = (item: JsonValue): unknown => {
    if (Array.isArray(item) && array.dimensions > 1) return item.map(convertItem);
    return item === null ? null : converters[array.kind](item, field);
  };
  const items = value.map(convertItem);
  return items.includes(undefined) ? undefined : items;
}

/** The value to store; undefined when the schema accepts a value that the kind cannot hold. */
export function convertBodyValue(field: FieldModel, value: JsonValue): unknown {
  return value === null ? null : converters[field.kind](value, field);
}

/** Whether the column keeps all decimal places of the transformed value: databases round the rest away. */
export function isStoredExactly({ codec, columnKind, scale }: FieldModel, value: unknown): boolean {
  if (!codec.transformed || columnKind !== 'decimal' || scale === null) return true;
  const stored = String(codec.encode(value));
  return !isDecimal(stored) || isMultiple(stored, `1e${-scale}`);
}

/**
 * Whether a column can hold what the author's transformer makes of any JSON value: objects, lists and booleans are values of some
 * columns only, and drivers do not bind them for others.
 */
export function isStorable({ codec, kind, columnKind }: FieldModel, value: unknown): boolean {
  if (!codec.transformed || kind !== 'json' || structured.has(columnKind)) return true;
  const stored = codec.encode(value);
  if (typeof stored === 'boolean') return columnKind === 'boolean';
  return typeof stored !== 'object' || stored === null || stored instanceof Date || Buffer.isBuffer(stored);
}

const structured: ReadonlySet<FieldKind> = new Set(['json', 'array']);

/** The body as an object; an empty object for any other value, which the schema check reports. */
export function toBodyObject(body: JsonValue | undefined): JsonObject {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : {};
}

/** The value at a dotted name, such as `city` inside `address`; undefined when the body does not give it. */
export function getValueAt(body: JsonObject, name: string): JsonValue | undefined {
  return name.includes('.')
    ? name.split('.').reduce<JsonValue | undefined>(getMember, body)
    : getMember(body, name);
}

function getMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const object = toBodyObject(value);
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
