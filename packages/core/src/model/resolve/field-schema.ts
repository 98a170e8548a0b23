// Builds the JSON Schema of a field's value from its kind and its column.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { allowNull } from './null-schema.js';

/** The start of the pattern of a time; the column determines how many fractional digits may follow. */
export const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** The pattern of an item of a list stored as comma-joined text: commas would not survive. */
export const joinedItemPattern = '^[^,]+$';

/** The schema of each kind, unless the author gives one. */
const schemaOfKind: Readonly<Record<FieldKind, (column: ScannedColumn) => JsonSchema>> = {
  integer: buildIntegerSchema,
  bigint: buildBigintSchema,
  float: buildFloatSchema,
  decimal: buildDecimalSchema,
  boolean: () => ({ type: 'boolean' }),
  string: buildStringSchema,
  uuid: ({ uuidPattern }) => ({
    type: 'string',
    format: 'uuid',
    ...(uuidPattern === null ? {} : { pattern: uuidPattern }),
  }),
  enum: buildEnumSchema,
  // Not every database has a year 0.
  date: () => ({ type: 'string', format: 'date', pattern: '^(?!0000)' }),
  time: ({ precision }) => ({
    type: 'string',
    pattern: `${timePattern}${buildFractionPattern(precision ?? maxFractionDigits)}$`,
  }),
  datetime: buildDatetimeSchema,
  json: () => ({}),
  bytes: buildBytesSchema,
  array: buildArraySchema,
};

/** Schema of what the column stores, without NULL and without its default. */
export function buildKindSchema(kind: FieldKind, column: ScannedColumn): JsonSchema {
  return schemaOfKind[kind](column);
}

/** Schema of the column's values, without NULL. */
export function buildColumnSchema(kind: FieldKind, column: ScannedColumn): JsonSchema {
  return addDefault(schemaOfKind[kind](column), column);
}

/** The default of a column with a transformer is a stored value, not one of the API. */
function addDefault(schema: JsonSchema, { defaultValue, codec }: ScannedColumn): JsonSchema {
  if (codec.transformed) return schema;
  const fits =
    typeof defaultValue === schema.type || (typeof defaultValue === 'number' && schema.type === 'integer');
  return fits ? { ...schema, default: defaultValue } : schema;
}

function buildIntegerSchema({ unsigned, range: { minimum, maximum } }: ScannedColumn): JsonSchema {
  const format = unsigned ? {} : { format: Number(maximum) < 2 ** 31 ? 'int32' : 'int64' };
  return { type: 'integer', ...format, minimum: Number(minimum), maximum: Number(maximum) };
}

/** The pattern cannot express the bounds; the format checks them. */
function buildBigintSchema({ range }: ScannedColumn): JsonSchema {
  return BigInt(range.maximum) >= 2n ** 63n
    ? { type: 'string', format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' }
    : { type: 'string', format: 'int64', pattern: '^(0|-?[1-9][0-9]{0,18})$' };
}

/** The largest float of single precision. */
export const maxSingle = 3.4028234663852886e38;

function buildFloatSchema({ single }: ScannedColumn): JsonSchema {
  return {
    type: 'number',
    format: 'double',
    ...(single ? { minimum: -maxSingle, maximum: maxSingle } : {}),
  };
}

/** Fractional digits of a second that every database keeps. */
const maxFractionDigits = 6;

function buildFractionPattern(digits: number): string {
  return digits === 0 ? '' : `(\\.[0-9]{1,${digits}})?`;
}

/** Responses have milliseconds. A column with fewer digits accepts no more, because it would drop or round them. */
function buildDatetimeSchema({ precision, years }: ScannedColumn): JsonSchema {
  const kept = precision ?? maxFractionDigits;
  const whole = kept < 3 ? `[^.]*(\\.[0-9]{0,${kept}}0*)?[^.0-9][^.]*$` : '';
  // Not every database has a year 0.
  const year = years === null ? '(?!0000)' : `(?=${years}-)`;
  return { type: 'string', format: 'date-time', pattern: `^${year}${whole}` };
}

/** Base64: three bytes are four characters; one or two more are four that end in `==` or `=`. */
function buildBytesSchema({ length }: ScannedColumn): JsonSchema {
  const schema: JsonSchema = { type: 'string', format: 'byte', contentEncoding: 'base64' };
  if (length === null) return schema;
  const [groups, rest] = [Math.floor(length / 3), length % 3];
  if (rest === 0) return { ...schema, maxLength: 4 * groups };
  return { ...schema, pattern: `^(.{4}){0,${groups}}(${rest === 1 ? '..=' : '...'}=)?$` };
}

/** Digits of a decimal without a declared precision: more than needed, and fewer than any database rejects. */
const maxDecimalDigits = 1000;

function buildDecimalSchema({ precision, scale, exactDigits }: ScannedColumn): JsonSchema {
  const exact = exactDigits === null ? '' : `(?!(?:[0-9]\\.?){${exactDigits + 1}})`;
  const digits =
    precision === null
      ? buildDecimalPattern(maxDecimalDigits, scale ?? maxDecimalDigits)
      : buildDecimalPattern(precision - (scale ?? 0), scale ?? 0);
  return { type: 'string', format: 'decimal', pattern: `^-?${exact}${digits}$` };
}

/**
 * The pattern of digits before and after the point. A negative count before the point means zeros after it: a decimal(2, 4)
 * is less than 0.01. A negative count after it means zeros before it: a decimal(2, -3) counts thousands.
 */
function buildDecimalPattern(whole: number, fraction: number): string {
  if (fraction < 0) return `(0|[1-9][0-9]{0,${whole + fraction - 1}}0{${-fraction}})`;
  if (whole < 0) return `0(\\.0{1,${-whole}}|\\.0{${-whole}}[0-9]{1,${fraction + whole}})?`;
  const integer = whole === 0 ? '0' : `(0|[1-9][0-9]{0,${whole - 1}})`;
  return fraction === 0 ? integer : `${integer}(\\.[0-9]{1,${fraction}})?`;
}

/** Text that a transformer returns for bytes or numbers may have any length. */
function buildStringSchema({ length, columnKind }: ScannedColumn): JsonSchema {
  return length === null || columnKind !== 'string'
    ? { type: 'string' }
    : { type: 'string', maxLength: length };
}

function buildEnumSchema({ values }: ScannedColumn): JsonSchema {
  const numeric = values?.every((value) => typeof value === 'number') ?? false;
  return { type: numeric ? 'integer' : 'string', enum: [...(values ?? [])] };
}

/** Items of an array of PostgreSQL are values of their kind, or NULL: no column can forbid it. */
function buildArraySchema(column: ScannedColumn): JsonSchema {
  const { array } = column;
  if (!array) return { type: 'array', items: { type: 'string', pattern: joinedItemPattern } };
  const { kind, values, dimensions } = array;
  const item = schemaOfKind[kind]({ ...column, kind, columnKind: kind, values });
  return nestSchema(kind === 'json' ? item : allowNull(item), dimensions);
}

function nestSchema(items: JsonSchema, dimensions: number): JsonSchema {
  return dimensions === 0 ? items : { type: 'array', items: nestSchema(items, dimensions - 1) };
}
