// A write that is ready to run: its script, and faster ways that have the same result.
import type { SelectedRows } from './read-rows.js';
import type { SearchedScript, WriteSearch } from './executor.js';
import type { BoundStatement, QueryResult, Script } from './script.js';
import type { UnreadRow } from './unread-row.js';

/** New rows as they are printed, in the order of the body; none where the answer does not show them. */
export interface WrittenRows {
  readonly written: readonly string[];
}

/** How many rows a request has changed. */
export interface AffectedRows {
  readonly affected: number;
}

/** The row or the rows that a write ends with; null after a delete. */
export type WriteResult = SelectedRows | UnreadRow | WrittenRows | AffectedRows | null;

/** A write that is ready to run. */
export interface Write {
  /** Listeners or hooks observe it. */
  readonly isObserved: boolean;
  /** Runs instead of the script, unless it writes no row; null where the script takes more steps. */
  readonly batch: WriteBatch | null;
  /**
   * Starts a script that sends statements together, for drivers that can. If one of them fails, or writes no row, the other
   * script finds out which, and why. Null where the steps depend on each other.
   */
  readonly pipeline: (() => Script<WriteResult>) | null;
  /** Finds the rows to write; absent where the request names them. */
  readonly search?: WriteSearch;
  /** Starts the script; called for each attempt. */
  readonly script: SearchedScript<WriteResult>;
  /** What an error means, and the part of the body that failed; null where errors mean what they say. */
  readonly explainError: ((error: unknown) => unknown) | null;
}

/** A write, and the read of its row where there is one. */
export interface WriteBatch {
  readonly calls: readonly BoundStatement[];
  /** Its read fails for a row that may be larger than an answer: then the script decides. */
  readonly isBounded: boolean;
  /** Notes that its INSERT begins, for what its errors mean; null for an update. */
  readonly begin: (() => void) | null;
  /** The result from the answers of a write that wrote a row. */
  readonly toResult: (answers: readonly QueryResult[]) => SelectedRows | UnreadRow;
}
