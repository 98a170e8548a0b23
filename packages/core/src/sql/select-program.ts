// What a read of one shape is compiled to, whichever way its answer is printed.
import type { SelectShape } from '../plan/plan.js';
import type { ChildProgram } from './child-sql.js';
import type { Row } from './row-renderer.js';
import type { Statement } from './statement.js';
import type { TableScan } from './table-scans.js';
import type { SqlContext } from './table-sql.js';

/** Runs a read of one shape. The number of statements is constant, whatever the number of rows. */
export interface SelectProgram {
  readonly statement: Statement;
  /** Counts a list that does not fit its window; null where a column of its rows holds the total, and for one entity. */
  readonly total: Statement | null;
  /** The total changes only when the database does: no row that it counts is computed. */
  readonly lastingTotal: boolean;
  /** Non-unique eager edges of a list, each read for all rows at once. */
  readonly children: readonly ChildProgram[];
  /** Columns of the key, by which children are found. */
  readonly keyAt: readonly number[];
  /** The id of a row, as clients spell it. */
  readonly idOf: (row: Row) => string;
  /** Tells an empty edge from a parent that does not exist; null where there is no parent. */
  readonly parentExists: Statement | null;
  /** Many entities, with their total; otherwise at most one. */
  readonly isList: boolean;
  /** Printing runs functions of the author's own: transformers. */
  readonly mayThrow: boolean;
  /** The tables whose size the time of the read grows with; empty where indexes find every row. */
  readonly scans: readonly TableScan[];
  /** The same read of one entity as rows, for one whose text would be too large; null where it is rows already. */
  readonly inRows: (() => SelectProgram) | null;
  /** The same read as rows, for values that the database cannot print; null where it prints none. */
  readonly rowsFallback: (() => SelectProgram) | null;
  readonly printer: SelectPrinter;
}

/** Compiles reads whose rows the database itself prints; null for a shape that it cannot print exactly as we do. */
export type CompileSelect = (context: SqlContext, shape: SelectShape) => SelectProgram | null;

/** The rows of a read. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** By row, the rows of each edge in `children`. */
  readonly children: readonly (readonly (readonly Row[])[])[];
  /**
   * There was more than an answer has bytes for: all but the first row may be missing. `next` is the last column of the
   * first row that is. Null where all rows are there.
   */
  readonly cut: { readonly next: unknown } | null;
}

/** Reads what a program's statements returned. */
export interface SelectPrinter {
  /** How many entities the rows hold. */
  count(rows: readonly Row[]): number;
  /** The total that the rows of a list hold, if they do and it is not empty. */
  total(rows: readonly Row[]): number;
  /** Whether the database left out a text because it was larger than an answer. */
  isCut(rows: readonly Row[]): boolean;
  /**
   * JSON text of the entities, with commas between. Of one entity, non-unique edges are cut where they are larger than an
   * answer, and the entity says which. Throws `response_too_large` for a list that was cut, and for a text of more than
   * `maxBytes`: the answer to a write, which is done, has no bound.
   */
  print(read: ReadRows, maxBytes: number): string;
}
