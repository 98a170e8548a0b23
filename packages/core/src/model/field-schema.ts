// The JSON Schema of a field's value, from its kind and its column.
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { integerRange, kindOfType } from './column-kind.js';
import type { ScannedColumn } from './scan-columns.js';

/** What is published for each kind when the author gives no schema. */
const schemaOfKind: Readonly<Record<FieldKind, (column: ScannedColumn) => JsonSchema>> = {
  integer: integerSchema,
  bigint: () => ({ type: 'string', format: 'int64', pattern: '^(0|-?[1-9][0-9]{0,18})$' }),
  float: () => ({ type: 'number', format: 'double' }),
  decimal: decimalSchema,
  boolean: () => ({ type: 'boolean' }),
  string: ({ length }) => (length === null ? { type: 'string' } : { type: 'string', maxLength: length }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  enum: enumSchema,
  // Not every database has a year 0.
  date: () => ({ type: 'string', format: 'date', pattern: '^(?!0000)' }),
  time: () => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?$' }),
  datetime: () => ({ type: 'string', format: 'date-time', pattern: '^(?!0000)' }),
  json: () => ({}),
  bytes: () => ({ type: 'string', format: 'byte', contentEncoding: 'base64' }),
  array: arraySchema,
};

/** Schema of the column's values, without NULL. */
export function columnSchema(kind: FieldKind, column: ScannedColumn): JsonSchema {
  return withDefault(schemaOfKind[kind](column), column);
}

function withDefault(schema: JsonSchema, { defaultValue }: ScannedColumn): JsonSchema {
  const fits =
    typeof defaultValue === schema.type || (typeof defaultValue === 'number' && schema.type === 'integer');
  return fits ? { ...schema, default: defaultValue } : schema;
}

function integerSchema({ type, unsigned }: ScannedColumn): JsonSchema {
  const { minimum, maximum } = integerRange(type, unsigned);
  const format = unsigned ? {} : { format: 'int32' };
  return { type: 'integer', ...format, minimum: Number(minimum), maximum: Number(maximum) };
}

function decimalSchema({ precision, scale }: ScannedColumn): JsonSchema {
  const whole = precision === null ? '' : `{0,${String(Math.max(precision - (scale ?? 0) - 1, 0))}}`;
  const fraction = scale === 0 ? '' : `(\\.[0-9]{1,${scale === null ? '' : String(scale)}})?`;
  return {
    type: 'string',
    format: 'decimal',
    pattern: `^-?(0|[1-9][0-9]${whole === '' ? '*' : whole})${fraction}$`,
  };
}

function enumSchema({ values }: ScannedColumn): JsonSchema {
  const numeric = values?.every((value) => typeof value === 'number') ?? false;
  return { type: numeric ? 'integer' : 'string', enum: [...(values ?? [])] };
}

/** Kinds whose values the driver returns inside of an array as it does outside. */
const itemKinds: ReadonlySet<unknown> = new Set(['integer', 'bigint', 'float', 'boolean', 'string', 'uuid']);

function arraySchema(column: ScannedColumn): JsonSchema {
  // TypeORM keeps a simple-array as text joined by commas: an item with a comma, or an empty one, would not come back.
  if (!column.isArray) return { type: 'array', items: { type: 'string', pattern: '^[^,]+$' } };
  const kind = kindOfType(column.type);
  const known = kind !== undefined && itemKinds.has(kind);
  return { type: 'array', items: known ? schemaOfKind[kind](column) : { type: 'string' } };
}
