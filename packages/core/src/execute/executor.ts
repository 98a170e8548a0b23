// The interface of the executors, one per driver: how statements run on a database.
import type { TableScan } from '../sql/condition-scans.js';
import type { SessionSettings } from '../vocabulary/session-settings.js';
import type { Awaitable } from './awaitable.js';
import type { QueryResult, Script, BoundStatement } from './script.js';

/** One step of a read: statements that can be sent together, and the step that follows their answers; null for the last. */
export interface ReadStep {
  readonly calls: readonly BoundStatement[];
  readonly further: FurtherStatements | null;
}

/** Returns the next step of a read, given the answers of the step before. A read may be run again, from its first step. */
export type FurtherStatements = (answers: readonly QueryResult[]) => ReadStep;

/** The statements of one read, step by step. */
export interface SnapshotRead {
  readonly first: BoundStatement;
  readonly further: FurtherStatements;
}

/** The search for the rows of a write, and the table scans of its statement. */
export interface WriteSearch {
  readonly call: BoundStatement;
  readonly scans: readonly TableScan[];
  /** Finds a row where the script will not need what the search finds. */
  readonly unless?: BoundStatement;
}

/** Starts the script of a write, for each attempt: with the rows that its search has found, or it searches itself. */
export type SearchedScript<T> = (found?: QueryResult) => Script<T>;

/** The end of a read. */
export const lastStep: ReadStep = Object.freeze({ calls: [], further: null });

/** For a read of one statement. */
export const returnNoFurther: FurtherStatements = () => lastStep;

/**
 * Runs statements on a database. Reads are given the table scans of their program: long reads block neither the process
 * nor short ones.
 */
export interface Executor {
  /** Runs one statement, which sees one snapshot. */
  read(call: BoundStatement, scans: readonly TableScan[]): Awaitable<QueryResult>;
  /**
   * Runs statements step by step, all of which see one snapshot. Returns answers in the order of the statements. After one
   * that was cut, those of its step may have no rows, and no further step is run.
   */
  readSnapshot(
    first: BoundStatement,
    further: FurtherStatements,
    scans: readonly TableScan[],
  ): Awaitable<readonly QueryResult[]>;
  /** Scripts of `write` may have steps of several statements, which the driver sends in one round trip. */
  readonly sendsTogether: boolean;
  /**
   * Runs a script of statements in one transaction, and again after a conflict: `script` is called for each attempt. The
   * database may undo the script alone, so that other writes share the transaction. A search that would block the process may
   * run before the transaction: the script is given what it found only if nothing has changed since.
   */
  write<T>(script: SearchedScript<T>, search?: WriteSearch): Awaitable<T>;
  /**
   * Runs independent statements in one transaction. Drivers that send statements together do so in one round trip, which
   * commits them; the others call `finish` before, and an error that it throws rolls them back.
   */
  writeBatch<T>(
    calls: readonly BoundStatement[],
    finish: (answers: readonly QueryResult[]) => T,
  ): Awaitable<T>;
  /** Like `write`, for scripts that also notify listeners, subscribers and hooks. */
  writeWithListeners<T>(script: SearchedScript<T>, search?: WriteSearch): Awaitable<T>;
  /** Throws when the database for writes does not answer in time. */
  ping(): Awaitable<void>;
  /**
   * An executor for one request: each of its transactions, also that of a single read, begins with the settings, which end with it.
   * Absent where the database has none.
   */
  withSettings?(settings: SessionSettings): Executor;
  /** An executor for one request: an abort of the signal cancels the running statement, where the database can do that. */
  withSignal(signal: AbortSignal): Executor;
}
