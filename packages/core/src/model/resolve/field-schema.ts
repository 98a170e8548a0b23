// Builds the JSON Schema of a field's value from its kind and its column.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema, NumberSign, SignRule } from '../../vocabulary/json-schema.js';
import type { ScannedColumn } from '../scan/scan-columns.js';
import { allowNull } from './null-schema.js';
import { buildDecimalPattern, buildIntegerPattern, type DecimalSize } from './number-pattern.js';

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
  date: () => ({ type: 'string', format: 'date', pattern: `^${anyYear}` }),
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
function buildBigintSchema(column: ScannedColumn): JsonSchema {
  const digits = getIntegerDigits(column);
  return isUnsigned64(column)
    ? { type: 'string', format: 'uint64', pattern: buildIntegerPattern(digits, 'unsigned') }
    : { type: 'string', format: 'int64', pattern: buildIntegerPattern(digits) };
}

function isUnsigned64({ range }: ScannedColumn): boolean {
  return BigInt(range.maximum) >= 2n ** 63n;
}

function getIntegerDigits(column: ScannedColumn): number {
  return isUnsigned64(column) ? 20 : 19;
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

/** A year of four digits that is not 0: not every database has it. */
const anyYear = '([1-9]|0[1-9]|00[1-9]|000[1-9])';

/** Responses have milliseconds. A column with fewer digits accepts no more, because it would drop or round them. */
function buildDatetimeSchema({ precision, years }: ScannedColumn): JsonSchema {
  const kept = precision ?? maxFractionDigits;
  const whole = kept < 3 ? `[^.]*(\\.${kept === 0 ? '' : `[0-9]{0,${kept}}`}0*)?[^.0-9][^.]*$` : '';
  const year = years === null ? anyYear : `${years}-`;
  return { type: 'string', format: 'date-time', pattern: `^${year}${whole}` };
}

function buildBytesSchema({ length }: ScannedColumn): JsonSchema {
  return { type: 'string', format: 'byte', contentEncoding: 'base64', 'x-decorest-max-bytes': length };
}

/** Characters of a decimal without a declared precision: more than needed, and fewer than any database rejects. */
const maxDecimalLength = 1000;

/** The format only names the kind for messages: documents do not have it, because generators make a float of it. */
function buildDecimalSchema(column: ScannedColumn): JsonSchema {
  const bounded = column.precision !== null || column.exactDigits !== null;
  return {
    type: 'string',
    format: 'decimal',
    pattern: buildDecimalPattern(getDecimalSize(column)) ?? '',
    ...(bounded ? {} : { maxLength: maxDecimalLength }),
  };
}

function getDecimalSize({ precision, scale, exactDigits }: ScannedColumn): DecimalSize {
  return precision === null
    ? { whole: null, fraction: scale, total: exactDigits }
    : { whole: precision - (scale ?? 0), fraction: scale ?? 0, total: exactDigits };
}

/** The rule for the sign of the values of a decimal or bigint column. */
export function buildSignRule(is: NumberSign, column: ScannedColumn): SignRule {
  const { pattern } = buildKindSchema(column.kind === 'bigint' ? 'bigint' : 'decimal', column);
  const as =
    column.kind === 'bigint'
      ? buildIntegerPattern(getIntegerDigits(column), is)
      : buildDecimalPattern(getDecimalSize(column), is);
  return { is, of: String(pattern), as };
}

/** The decimal places of a number that a transformer stores as the decimal that it is: a column rounds others away. */
export function buildStepSchema({ kind, columnKind, scale, codec }: ScannedColumn): JsonSchema {
  const isNumber = codec.transformed && columnKind === 'decimal' && (kind === 'float' || kind === 'integer');
  if (!isNumber || scale === null || scale < 0) return {};
  const step = Number(`1e-${scale}`);
  return [step, 1, 12 + step].every((number) => storesAsIs(codec, number)) ? { 'x-decorest-step': step } : {};
}

/** Runs the author's transformer, which may not be made for the number. */
function storesAsIs({ encode }: ScannedColumn['codec'], number: number): boolean {
  try {
    return Number(encode(number)) === number;
  } catch {
    return false;
  }
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
