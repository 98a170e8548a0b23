// What a read of one shape is compiled to, whichever way its answer is printed.
import type { ChildProgram } from './child-sql.js';
import type { Row } from './row-renderer.js';
import type { Statement } from './statement.js';

/** What runs a read of one shape. The number of statements is constant, whatever the number of rows. */
export interface SelectProgram {
  readonly statement: Statement;
  /**
   * Of a page whose total is its last column: the page without it, and what names the total, by its text and its
   * parameters. For executors that remember totals; null where nothing would be saved.
   */
  readonly apart: { readonly page: Statement; readonly total: Statement } | null;
  /** Non-unique eager edges that are read apart, each for all rows at once. */
  readonly children: readonly ChildProgram[];
  /** Column of the key the children are found by. */
  readonly keyAt: number;
  /** Tells an empty edge from a parent that does not exist; null where there is no parent. */
  readonly parentExists: Statement | null;
  /** Many entities, with their total; otherwise at most one. */
  readonly isList: boolean;
  /** Printing runs functions of the author's own: transformers. */
  readonly mayThrow: boolean;
  readonly printer: SelectPrinter;
}

/** Reads what a program's statements returned. */
export interface SelectPrinter {
  /** How many entities there are in the rows. */
  count(rows: readonly Row[]): number;
  /** How many there are in all, of a list that is not empty. */
  total(rows: readonly Row[]): number;
  /** JSON text of the entities, with commas between. `children`: by row, the rows of each edge read apart. */
  print(rows: readonly Row[], children: readonly (readonly (readonly Row[])[])[]): string;
}
