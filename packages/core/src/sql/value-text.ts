// A stored value -> JSON text, by the kind of its field.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { Dialect, ValueText } from './dialect.js';
import {
  jsonText,
  numberText,
  plainText,
  quoted,
  quotedNumber,
  quotedText,
  timeText,
  UnfitValue,
} from './json-text.js';

/** Print values that TypeORM has decoded. They throw `UnfitValue` for a value that does not fit the kind. */
const textOfKind: Readonly<Record<FieldKind, (value: unknown) => string>> = {
  integer: numberText,
  bigint: quotedNumber,
  float: numberText,
  decimal: quotedNumber,
  boolean: booleanText,
  string: quotedText,
  uuid: plainText,
  enum: enumText,
  date: plainText,
  time: timeText,
  datetime: (value) => quoted(instanceOf(value, Date).toISOString()),
  json: storedValue,
  bytes: (value) => quoted(instanceOf(value, Buffer).toString('base64')),
  array: (value) => jsonText(instanceOf<unknown[]>(value, Array)),
};

function booleanText(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  throw new UnfitValue();
}

/** Enums have texts or numbers. */
function enumText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return jsonText(value);
  throw new UnfitValue();
}

function storedValue(value: unknown): string {
  if (Buffer.isBuffer(value)) throw new UnfitValue();
  return jsonText(value);
}

function instanceOf<T>(value: unknown, type: abstract new (...args: never[]) => T): T {
  if (value instanceof type) return value;
  throw new UnfitValue();
}

/** The printer of a field whose stored values need no decoding; undefined if they do. */
export function printerOf(field: FieldModel, { printers }: Dialect): ValueText | undefined {
  const { codec, kind } = field;
  return codec.transformed || codec.opaque || isNumericEnum(field) ? undefined : printers[kind];
}

/** The printer of a field's stored values. */
export function valueText(field: FieldModel, dialect: Dialect): ValueText {
  const print = printerOf(field, dialect);
  if (print) return (stored) => (stored === null ? 'null' : print(stored));
  const text = textOf(field);
  const received = dialect.received(field);
  return (stored) => {
    const value = field.codec.decode(received === null || stored === null ? stored : received(stored));
    return value === null || value === undefined ? 'null' : text(value);
  };
}

/** A simple-enum of numbers is stored as text. Its values must be decoded. */
export function isNumericEnum({ values }: FieldModel): boolean {
  return values?.some((value) => typeof value === 'number') ?? false;
}

/** A transformer may return any type, so the value decides how it is printed. */
function transformedText(value: unknown): string {
  if (typeof value === 'bigint') return quoted(value);
  return Buffer.isBuffer(value) ? quoted(value.toString('base64')) : jsonText(value);
}

/** Throws for NaN and infinite numbers, which a point may have: JSON has none, and JSON.stringify would print null. */
function opaqueText(value: unknown): string {
  if (Buffer.isBuffer(value)) return quoted(value.toString('base64'));
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new UnfitValue();
    return member;
  }) as string | undefined;
  if (text === undefined) throw new UnfitValue();
  return text;
}

function textOf({ kind, codec, scale }: FieldModel): (value: unknown) => string {
  if (codec.opaque) return opaqueText;
  if (codec.transformed) return transformedText;
  return kind === 'decimal' ? (value) => decimalText(value, scale) : textOfKind[kind];
}

/** Prints a decimal with the digits that its column declares, and no exponent. Some drivers return decimals as numbers. */
function decimalText(value: unknown, scale: number | null): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return quotedNumber(value);
  const [whole = '', fraction = ''] = plainDecimal(value).split('.');
  if (scale === null || scale < 0) return quoted(fraction === '' ? whole : `${whole}.${fraction}`);
  // Digits past the declared ones come from sums of doubles.
  if (fraction.length > scale) return quoted(value.toFixed(Math.min(scale, 100)));
  return quoted(scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`);
}

/** The shortest digits that identify the number, without an exponent. */
function plainDecimal(value: number): string {
  const [, sign = '', first = '', rest = '', exponent] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = `${first}${rest}`;
  const point = first.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const fraction = digits.slice(point);
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The positions of the columns that go to the answer undecoded. Fields are in the order of their columns. */
export function printedColumns(fields: readonly FieldModel[], dialect: Dialect): Set<number> {
  return new Set(fields.flatMap((field, at) => (printerOf(field, dialect) ? at : [])));
}
