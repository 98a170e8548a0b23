// The interface of the executors, one per driver: how statements run on a database.
import type { TableScan } from '../sql/table-scans.js';
import type { Awaitable } from './awaitable.js';
import type { QueryResult, Script, BoundStatement } from './script.js';

/** Returns the further statements of a read, given the answer of the first. */
export type FurtherStatements = (first: QueryResult) => readonly BoundStatement[];

/** The statements of one read, in two steps. */
export interface SnapshotRead {
  readonly first: BoundStatement;
  readonly further: FurtherStatements;
}

/** For a read of one statement. */
export const returnNoFurther: FurtherStatements = () => [];

/**
 * Runs statements on a database. Reads are given the table scans of their program: long reads block neither the process
 * nor short ones.
 */
export interface Executor {
  /** Runs one statement, which sees one snapshot. */
  read(call: BoundStatement, scans: readonly TableScan[]): Awaitable<QueryResult>;
  /** Runs statements in two steps, all of which see one snapshot. Returns answers in the order of the statements. */
  readSnapshot(
    first: BoundStatement,
    further: FurtherStatements,
    scans: readonly TableScan[],
  ): Awaitable<readonly QueryResult[]>;
  /** Runs a script of statements in one transaction, and again after a conflict: `script` is called for each attempt. */
  write<T>(script: () => Script<T>): Awaitable<T>;
  /** Runs independent statements in one transaction, and in one round trip where the driver supports it. */
  writeBatch(calls: readonly BoundStatement[]): Awaitable<readonly QueryResult[]>;
  /** Like `write`, for scripts that also notify listeners, subscribers and hooks. */
  writeWithListeners<T>(script: () => Script<T>): Awaitable<T>;
  /** Throws when the database for writes does not answer in time. */
  ping(): Awaitable<void>;
  /** An executor for one request: an abort of the signal cancels the running statement, where the database can do that. */
  withSignal(signal: AbortSignal): Executor;
}
