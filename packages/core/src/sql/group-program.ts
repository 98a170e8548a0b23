// The compiled form of an aggregate: one statement, and the printer of its groups.
import type { Row } from './row-renderer.js';
import type { Statement } from './statement.js';
import type { TableScan } from './table-scans.js';

/** The statement and the printer of one shape. The last column of each row is the number of all groups. */
export interface GroupProgram {
  readonly statement: Statement;
  /** Distinguishes an edge without groups from a parent that does not exist; null for the rows of a collection. */
  readonly parentExists: Statement | null;
  /** The tables that the read scans. */
  readonly scans: readonly TableScan[];
  /** The number of all groups, from the rows of a page. */
  total(rows: readonly Row[]): number;
  /** Returns the JSON text of the groups, with commas between them. Throws `response_too_large` beyond `maxBytes`. */
  print(rows: readonly Row[], maxBytes: number): string;
}
