// Statements that look into the table that they change. MySQL refuses an UPDATE or DELETE with a subquery on its own table
// (ER_UPDATE_TABLE_USED), but not one on a derived table that is made before: DISTINCT keeps it from being merged. MariaDB
// refuses neither.
import type { Dialect } from './dialect.js';

/**
 * Whether a part of a statement that changes a table must read it through a derived table. A column of the table's name
 * is taken for the table: then, too, the derived table is right.
 */
export function readsChangedTable(dialect: Dialect, changed: string, part: string): boolean {
  return (dialect.readsChangedTableApart ?? false) && part.includes(changed);
}

/** A SELECT of one column, for a subquery. `changed` is the quoted table that the statement around it changes, if any. */
export function subquerySql(dialect: Dialect, column: string, rows: string, changed: string | null): string {
  const plain = `SELECT ${column} FROM ${rows}`;
  if (changed === null || !readsChangedTable(dialect, changed, plain)) return plain;
  return derivedSql(column, rows);
}

/** The same, whatever it reads. */
export function derivedSql(column: string, rows: string): string {
  return `SELECT * FROM (SELECT DISTINCT ${column} FROM ${rows}) d`;
}
