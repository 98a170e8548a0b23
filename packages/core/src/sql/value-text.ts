// A stored value -> JSON text, by the field's kind.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { Dialect } from './dialect.js';

/** JSON text of one column of a row. */
export type ValueText = (stored: unknown) => string;

const numberText = (value: unknown): string => (Number.isFinite(value) ? String(value) : 'null');
const jsonText = (value: unknown): string => JSON.stringify(value);
const quoted = (value: unknown): string => `"${String(value)}"`;

/** Text of a value that TypeORM has decoded. Only kinds whose text needs no escaping are merely quoted. */
const textOfKind: Readonly<Record<FieldKind, (value: unknown) => string>> = {
  integer: numberText,
  bigint: quoted,
  float: numberText,
  decimal: quoted,
  boolean: (value) => (value ? 'true' : 'false'),
  string: jsonText,
  uuid: quoted,
  enum: jsonText,
  date: quoted,
  time: quoted,
  datetime: (value) => (value instanceof Date ? quoted(value.toISOString()) : jsonText(value)),
  json: jsonText,
  bytes: (value) => (Buffer.isBuffer(value) ? quoted(value.toString('base64')) : jsonText(value)),
  array: jsonText,
};

/** How a field's stored values are printed. Values the driver returns ready to print are not decoded first. */
export function valueText(field: FieldModel, dialect: Dialect): ValueText {
  const { kind, codec } = field;
  const text = textOf(field);
  if (dialect.printable.has(kind) && !codec.transformed && !isNumericEnum(field)) {
    return (stored) => (stored === null ? 'null' : text(stored));
  }
  const received = dialect.received(field);
  return (stored) => {
    const value = codec.decode(received === null || stored === null ? stored : received(stored));
    return value === null || value === undefined ? 'null' : text(value);
  };
}

/** A simple-enum of numbers is stored as text. */
export function isNumericEnum({ values }: FieldModel): boolean {
  return values?.some((value) => typeof value === 'number') ?? false;
}

/** A transformer may return anything: it is printed as what it is. */
function transformedText(value: unknown): string {
  if (typeof value === 'bigint') return quoted(value);
  return Buffer.isBuffer(value) ? quoted(value.toString('base64')) : jsonText(value);
}

function textOf({ kind, codec, scale }: FieldModel): (value: unknown) => string {
  if (codec.transformed) return transformedText;
  return kind === 'decimal' ? (value) => decimalText(value, scale) : textOfKind[kind];
}

/** SQLite gives decimals as numbers; a decimal has the digits its column declares, and no exponent. */
function decimalText(value: unknown, scale: number | null): string {
  if (typeof value !== 'number') return quoted(value);
  if (scale !== null) return quoted(value.toFixed(scale));
  return quoted(value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }));
}
