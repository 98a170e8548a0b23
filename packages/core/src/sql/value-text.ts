// A stored value -> JSON text, by the kind of its field.
import type { ItemModel } from '../model/document-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { Dialect, PrintValue } from './dialect.js';
import {
  printJson,
  printInteger,
  printNumber,
  printQuotedInteger,
  printDate,
  printInstant,
  printSpelledUuid,
  printUuid,
  quoteUnescaped,
  printQuotedNumber,
  printQuotedText,
  printTime,
  UnfitValue,
} from './json-text.js';

/** Print values that TypeORM has decoded. They throw `UnfitValue` for a value that does not fit the kind. */
const printersByKind: Readonly<Record<FieldKind, (value: unknown) => string>> = {
  integer: printInteger,
  bigint: printQuotedInteger,
  float: printNumber,
  decimal: printQuotedNumber,
  boolean: printBoolean,
  string: printQuotedText,
  uuid: printUuid,
  enum: printEnum,
  date: printDate,
  time: printTime,
  datetime: printInstant,
  json: printDecodedJson,
  bytes: (value) => quoteUnescaped(requireInstance(value, Buffer).toString('base64')),
  array: (value) => printJson(requireInstance<unknown[]>(value, Array)),
};

/** Prints an array that the driver has parsed. */
function createListPrinter({ kind, dimensions }: ItemModel): (value: unknown) => string {
  const printItem = (item: unknown) =>
    item === null || item === undefined ? 'null' : printersByKind[kind](item);
  const printList = (value: unknown, inner: number): string => {
    const items = requireInstance<unknown[]>(value, Array);
    return `[${items.map((item) => (inner > 0 ? printList(item, inner - 1) : printItem(item))).join()}]`;
  };
  return (value) => printList(value, dimensions - 1);
}

function printBoolean(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  throw new UnfitValue();
}

/** Enums have texts or numbers. */
function printEnum(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return printJson(value);
  throw new UnfitValue();
}

function printDecodedJson(value: unknown): string {
  if (Buffer.isBuffer(value)) throw new UnfitValue();
  return printJson(value);
}

function requireInstance<T>(value: unknown, type: abstract new (...args: never[]) => T): T {
  if (value instanceof type) return value;
  throw new UnfitValue();
}

/** The printer of a field whose stored values need no decoding; undefined if they do. */
function findPrinter(field: FieldModel, dialect: Dialect): PrintValue | undefined {
  const { kind, document, spelling } = field;
  if (needsDecoding(field)) return undefined;
  if (kind === 'uuid' && spelling === 'free') return printSpelledUuid;
  return document?.array ? dialect.createArrayPrinter?.(document.array) : dialect.printers[kind];
}

/** The printer of a field's stored values. */
export function createValuePrinter(field: FieldModel, dialect: Dialect): PrintValue {
  const print = findPrinter(field, dialect);
  if (print) return (stored) => (stored === null ? 'null' : print(stored));
  const text = choosePrinter(field);
  const received = dialect.getDriverDecoder(field);
  return (stored) => {
    const value = field.codec.decode(received === null || stored === null ? stored : received(stored));
    return value === null || value === undefined ? 'null' : text(value);
  };
}

/** Whether stored values are not printed as they are. A simple-enum of numbers is stored as text. */
export function needsDecoding({ codec, values }: FieldModel): boolean {
  if (codec.transformed || codec.opaque || codec.respelled) return true;
  return values?.some((value) => typeof value === 'number') ?? false;
}

/** A transformer may return any type, so the value decides how it is printed. */
function printTransformed(value: unknown): string {
  if (typeof value === 'bigint') return quoteUnescaped(value);
  return Buffer.isBuffer(value) ? quoteUnescaped(value.toString('base64')) : printJson(value);
}

/** Throws for NaN and infinite numbers, which a point may have: JSON has none, and JSON.stringify would print null. */
function printOpaque(value: unknown): string {
  if (Buffer.isBuffer(value)) return quoteUnescaped(value.toString('base64'));
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new UnfitValue();
    return member;
  }) as string | undefined;
  if (text === undefined) throw new UnfitValue();
  return text;
}

function choosePrinter({ kind, codec, scale, document }: FieldModel): (value: unknown) => string {
  if (codec.opaque) return printOpaque;
  if (codec.transformed) return printTransformed;
  if (document?.array) return createListPrinter(document.array);
  return kind === 'decimal' ? (value) => printDecimal(value, scale) : printersByKind[kind];
}

/** Prints a decimal with the digits that its column declares, and no exponent. Some drivers return decimals as numbers. */
function printDecimal(value: unknown, scale: number | null): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return printQuotedNumber(value);
  const [whole = '', fraction = ''] = formatDecimal(value).split('.');
  if (scale === null || scale < 0) return quoteUnescaped(fraction === '' ? whole : `${whole}.${fraction}`);
  // Digits past the declared ones come from sums of doubles.
  if (fraction.length > scale) return quoteUnescaped(value.toFixed(Math.min(scale, 100)));
  return quoteUnescaped(scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`);
}

/** The shortest digits that identify the number, without an exponent. */
function formatDecimal(value: number): string {
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
export function findPrintedColumns(fields: readonly FieldModel[], dialect: Dialect): Set<number> {
  return new Set(fields.flatMap((field, at) => (findPrinter(field, dialect) ? at : [])));
}
