// The JSON Schema of a field's value, from its kind and its column.
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { kindOfType } from './column-kind.js';
import type { ScannedColumn } from './scan-columns.js';

/** How the pattern of a time begins; how many digits may follow is the column's. */
export const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** The pattern of an item of a list that is stored as text joined by commas: others would not come back. */
export const joinedItemPattern = '^[^,]+$';

/** What is published for each kind when the author gives no schema. */
const schemaOfKind: Readonly<Record<FieldKind, (column: ScannedColumn) => JsonSchema>> = {
  integer: integerSchema,
  bigint: bigintSchema,
  float: floatSchema,
  decimal: decimalSchema,
  boolean: () => ({ type: 'boolean' }),
  string: stringSchema,
  uuid: ({ uuidPattern }) => ({
    type: 'string',
    format: 'uuid',
    ...(uuidPattern === null ? {} : { pattern: uuidPattern }),
  }),
  enum: enumSchema,
  // Not every database has a year 0.
  date: () => ({ type: 'string', format: 'date', pattern: '^(?!0000)' }),
  time: ({ precision }) => ({
    type: 'string',
    pattern: `${timePattern}${fraction(precision ?? mostFraction)}$`,
  }),
  datetime: datetimeSchema,
  json: () => ({}),
  bytes: bytesSchema,
  array: arraySchema,
};

/** Schema of the column's values, without NULL. */
export function columnSchema(kind: FieldKind, column: ScannedColumn): JsonSchema {
  return withDefault(schemaOfKind[kind](column), column);
}

/** The default of a column with a transformer is what it stores. */
function withDefault(schema: JsonSchema, { defaultValue, codec }: ScannedColumn): JsonSchema {
  if (codec.transformed) return schema;
  const fits =
    typeof defaultValue === schema.type || (typeof defaultValue === 'number' && schema.type === 'integer');
  return fits ? { ...schema, default: defaultValue } : schema;
}

function integerSchema({ unsigned, range: { minimum, maximum } }: ScannedColumn): JsonSchema {
  const format = unsigned ? {} : { format: 'int32' };
  return { type: 'integer', ...format, minimum: Number(minimum), maximum: Number(maximum) };
}

/** A pattern has no bounds: the format checks them. */
function bigintSchema({ range }: ScannedColumn): JsonSchema {
  return BigInt(range.maximum) >= 2n ** 63n
    ? { type: 'string', format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' }
    : { type: 'string', format: 'int64', pattern: '^(0|-?[1-9][0-9]{0,18})$' };
}

const largestSingle = 3.4028234663852886e38;

function floatSchema({ single }: ScannedColumn): JsonSchema {
  return {
    type: 'number',
    format: 'double',
    ...(single ? { minimum: -largestSingle, maximum: largestSingle } : {}),
  };
}

/** Digits after the second that every database keeps. */
const mostFraction = 6;

function fraction(digits: number): string {
  return digits === 0 ? '' : `(\\.[0-9]{1,${digits}})?`;
}

/** Answers have milliseconds. A column that keeps fewer digits takes no others, which it would drop or round. */
function datetimeSchema({ precision, years }: ScannedColumn): JsonSchema {
  const kept = precision ?? mostFraction;
  const whole = kept < 3 ? `[^.]*(\\.[0-9]{0,${kept}}0*)?[^.0-9][^.]*$` : '';
  // Not every database has a year 0.
  const year = years === null ? '(?!0000)' : `(?=${years}-)`;
  return { type: 'string', format: 'date-time', pattern: `^${year}${whole}` };
}

/** Three bytes are four characters; one or two more are four that end in `==` or `=`. */
function bytesSchema({ length }: ScannedColumn): JsonSchema {
  const schema: JsonSchema = { type: 'string', format: 'byte', contentEncoding: 'base64' };
  if (length === null) return schema;
  const [groups, rest] = [Math.floor(length / 3), length % 3];
  if (rest === 0) return { ...schema, maxLength: 4 * groups };
  return { ...schema, pattern: `^(.{4}){0,${groups}}(${rest === 1 ? '..=' : '...'}=)?$` };
}

/** Digits of a decimal without a declared precision: far beyond use, and below what any database refuses. */
const mostDigits = 1000;

function decimalSchema({ precision, scale, exactDigits }: ScannedColumn): JsonSchema {
  const exact = exactDigits === null ? '' : `(?!(?:[0-9]\\.?){${exactDigits + 1}})`;
  const digits =
    precision === null
      ? decimalDigits(mostDigits, scale ?? mostDigits)
      : decimalDigits(precision - (scale ?? 0), scale ?? 0);
  return { type: 'string', format: 'decimal', pattern: `^-?${exact}${digits}$` };
}

/**
 * So many digits before the point and after it. Less than none before it are zeros that follow it: a decimal(2, 4) is less
 * than 0.01. Less than none after it are zeros before it: a decimal(2, -3) counts thousands.
 */
function decimalDigits(whole: number, fraction: number): string {
  if (fraction < 0) return `(0|[1-9][0-9]{0,${whole + fraction - 1}}0{${-fraction}})`;
  if (whole < 0) return `0(\\.0{1,${-whole}}|\\.0{${-whole}}[0-9]{1,${fraction + whole}})?`;
  const integer = whole === 0 ? '0' : `(0|[1-9][0-9]{0,${whole - 1}})`;
  return fraction === 0 ? integer : `${integer}(\\.[0-9]{1,${fraction}})?`;
}

/** What a transformer makes of bytes, or of numbers, may be of any length. */
function stringSchema({ length, columnKind }: ScannedColumn): JsonSchema {
  return length === null || columnKind !== 'string'
    ? { type: 'string' }
    : { type: 'string', maxLength: length };
}

function enumSchema({ values }: ScannedColumn): JsonSchema {
  const numeric = values?.every((value) => typeof value === 'number') ?? false;
  return { type: numeric ? 'integer' : 'string', enum: [...(values ?? [])] };
}

/** Kinds whose values the driver returns inside of an array as it does outside. */
const itemKinds: ReadonlySet<unknown> = new Set(['integer', 'bigint', 'float', 'boolean', 'string', 'uuid']);

function arraySchema(column: ScannedColumn): JsonSchema {
  if (!column.isArray) return { type: 'array', items: { type: 'string', pattern: joinedItemPattern } };
  const kind = kindOfType(column.type);
  const known = kind !== undefined && itemKinds.has(kind);
  return { type: 'array', items: known ? schemaOfKind[kind](column) : { type: 'string' } };
}
