// A list of keys of several columns as one JSON parameter, read as rows of the table.
import type { KeySet } from '../../sql/dialect.js';

/**
 * The row type of the table determines the types of the columns. It is named by a row: the name of the table may be that of a
 * type of PostgreSQL, such as `line`, and the name of the row must not be that of a column.
 */
export const keySet: KeySet = {
  encode: (keys, columns) =>
    JSON.stringify(
      keys.map((key) => Object.fromEntries(columns.map((column, at) => [column, toJsonPart(key[at])]))),
    ),
  sql: (table, columns, placeholder) =>
    `(SELECT ${columns.map((column) => `x.${quoteName(column)}`).join(', ')} FROM json_populate_recordset((SELECT "any row" FROM ${table} "any row" WHERE false), ${placeholder}) x)`,
};

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Formats dates as node-postgres binds them: in the local time of this process, which a timestamp without time zone keeps. */
function toJsonPart(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  const offset = -value.getTimezoneOffset();
  const local = new Date(value.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const minutes = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
