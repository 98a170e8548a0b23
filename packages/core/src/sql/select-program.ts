// The compiled form of a read, regardless of the way its answer is printed.
import type { SelectShape } from '../plan/plan.js';
import type { ChildProgram } from './child-sql.js';
import type { ReadVersion, Row } from './row-renderer.js';
import type { Statement } from './statement.js';
import type { PageScans } from './table-scans.js';
import type { SqlContext } from './table-sql.js';

/** The statements and the printer of one shape. The number of statements does not depend on that of rows. */
export interface SelectProgram {
  readonly statement: Statement;
  /** The same for one entity, but fails where its row may exceed the size of an answer. Absent where none can. */
  readonly bounded?: Statement;
  /**
   * Counts a list that exceeds its window; null where a column of its rows holds the total, where it is not counted, and for
   * one entity.
   */
  readonly total: Statement | null;
  /** Counts a list whose page is past its end, where its rows hold the total; null otherwise. */
  readonly totalOfEmpty: Statement | null;
  /** The total can be cached until the next write: it counts no computed rows. */
  readonly hasCacheableTotal: boolean;
  /** Non-unique eager edges of a list, each read for all rows at once. */
  readonly children: readonly ChildProgram[];
  /** The columns of the key, by which children are found. */
  readonly keyAt: readonly number[];
  /** The id of a row, as clients see it. */
  readonly idOf: (row: Row) => string;
  /** The version of the one entity that it reads, for its entity tag; null if that has none. */
  readonly versionOf: ReadVersion | null;
  /** Distinguishes an empty edge from a parent that does not exist; null for shapes without a parent. */
  readonly parentExists: Statement | null;
  /** Finds the row of a position that lacks values; null where the position has all. */
  readonly positionExists: Statement | null;
  /** The columns that hold the position of a row; empty where rows have none. */
  readonly positionAt: readonly number[];
  /** It reads many entities, with their total; otherwise at most one. */
  readonly isList: boolean;
  /** Printing runs transformers of the author, which may throw. */
  readonly mayThrow: boolean;
  /** The tables that the read scans; empty where indexes find every row. */
  readonly scans: PageScans;
  /** The same read of one entity as rows, in case its text is too large; null if it reads rows already. */
  readonly inRows: (() => SelectProgram) | null;
  /** The same read as rows, in case of values that the database cannot print; null if it reads rows already. */
  readonly rowsFallback: (() => SelectProgram) | null;
  readonly printer: SelectPrinter;
}

/** Compiles a read that the database itself prints; null for a shape that it cannot print exactly as we do. */
export type CompileSelect = (context: SqlContext, shape: SelectShape) => SelectProgram | null;

/** The rows of a read. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** For each row, the rows of each edge in `children`. Empty if the shape has a view. */
  readonly children: readonly (readonly (readonly Row[])[])[];
  /** What the statements of `children` found, in their order. */
  readonly related: readonly FoundRows[];
  /**
   * Set if the rows exceeded the size of an answer: all but the first may be missing. `next` is the last column of the first
   * missing row. Null if no row is missing.
   */
  readonly cut: { readonly next: unknown } | null;
}

/** The rows that the statement of a non-unique edge found for all parents. */
export interface FoundRows {
  /** Those of one parent: at most one more than the limit. */
  find(parent: Row): readonly Row[];
  /** How many are shown for each parent; Infinity for all. */
  readonly limit: number;
  /** Rows may be missing, as they exceeded the size of an answer. */
  readonly isCut: boolean;
  /** What the statements below found for these rows. */
  readonly related: readonly FoundRows[];
}

/** Reads the rows that a program's statements returned. */
export interface SelectPrinter {
  /** How many entities the rows hold. */
  count(rows: readonly Row[]): number;
  /** The total of a list, from its rows: use it only where they hold the total and the list is not empty. */
  total(rows: readonly Row[]): number;
  /** Whether the database left out a text that exceeds the size of an answer. */
  isCut(rows: readonly Row[]): boolean;
  /**
   * Returns the JSON text of the entities, with commas between them. Cuts non-unique edges of a single entity that exceed the
   * size of an answer, and names them in `truncated_edges`. Throws `response_too_large` for a list that was cut, and for a text
   * of more than `maxBytes` (infinite for the answer to a write, which is done).
   */
  print(read: ReadRows, maxBytes: number): string;
}
