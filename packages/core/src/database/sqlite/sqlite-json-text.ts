// A column -> an SQLite expression for its JSON text.
import type { FieldModel } from '../../model/api-model.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import { isNumericEnum } from '../../sql/value-text.js';

/** The kinds that SQLite prints as we do. It rounds floats and decimals, and stores JSON, arrays and bytes in other forms. */
const jsonTextCompilers: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  integer: compileJsonQuote,
  bigint: (column) =>
    `CASE typeof(${column}) WHEN 'integer' THEN '"' || ${column} || '"' ELSE json_quote(${column}) END`,
  boolean: (column) =>
    `CASE typeof(${column}) WHEN 'integer' THEN CASE WHEN ${column} THEN 'true' ELSE 'false' END WHEN 'null' THEN 'null' ELSE ${compileFailure(column)} END`,
  string: compileJsonQuote,
  uuid: compileJsonQuote,
  enum: compileJsonQuote,
  date: compileJsonQuote,
  time: (column) =>
    `CASE WHEN substr(${column}, 3, 1) = ':' OR ${column} IS NULL THEN json_quote(${column}) ELSE ${compileFailure(column)} END`,
  datetime: (column) =>
    `CASE WHEN ${column} IS NULL THEN 'null' WHEN substr(${column}, 5, 1) = '-' THEN ifnull('"' || strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) || '"', ${compileFailure(column)}) ELSE ${compileFailure(column)} END`,
};

/** Fails at run time, as JSON cannot hold BLOB values. A literal alone would be evaluated before any row is read. */
function compileFailure(column: string): string {
  return `json_quote(CASE WHEN ${column} IS NULL THEN NULL ELSE x'ff' END)`;
}

/** An expression for the JSON text of a column, identical to ours byte for byte; null where there is none. */
export function compileJsonText(column: string, field: FieldModel): string | null {
  const { kind, codec } = field;
  return codec.transformed || codec.opaque || isNumericEnum(field)
    ? null
    : (jsonTextCompilers[kind]?.(column) ?? null);
}

/** Text with JSON's escapes; numbers as they are; NULL as null. */
function compileJsonQuote(column: string): string {
  return `json_quote(${column})`;
}
