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

/** The parts of a subquery: its columns, and what follows FROM. */
export interface Subquery {
  readonly columns: string;
  readonly rows: string;
}

/** A subquery. `changed` is the quoted table that the statement around it changes, if any. */
export function subquerySql(dialect: Dialect, subquery: Subquery, changed: string | null): string {
  const plain = `SELECT ${subquery.columns} FROM ${subquery.rows}`;
  return changed !== null && readsChangedTable(dialect, changed, plain) ? derivedSql(subquery) : plain;
}

/** The same through a derived table, whatever it reads. */
export function derivedSql({ columns, rows }: Subquery): string {
  return `SELECT * FROM (SELECT DISTINCT ${columns} FROM ${rows}) d`;
}
