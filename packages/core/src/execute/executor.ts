// How statements are run on a database: one executor per driver, behind this interface.
import type { TableScan } from '../sql/table-scans.js';
import type { Awaitable } from './awaitable.js';
import type { Answer, Script, StatementCall } from './script.js';

/** Makes the further statements of a read from the answer of its first. */
export type FurtherCalls = (first: Answer) => readonly StatementCall[];

/** The statements of one read, in two steps. */
export interface SnapshotCalls {
  readonly first: StatementCall;
  readonly further: FurtherCalls;
}

/** Of a read that is one statement. */
export const noFurther: FurtherCalls = () => [];

/**
 * Runs statements on a database. Reads are given what their time grows with: those that may take long hold up neither the
 * process nor those that cannot.
 */
export interface Executor {
  /** One statement, which is one snapshot. */
  read(call: StatementCall, scans: readonly TableScan[]): Awaitable<Answer>;
  /** Statements that see one snapshot, in two steps. The answers come in the order of the statements. */
  readSnapshot(
    first: StatementCall,
    further: FurtherCalls,
    scans: readonly TableScan[],
  ): Awaitable<readonly Answer[]>;
  /** In one transaction: all or nothing. Tried again after a conflict. The script has statements only. */
  write<T>(script: () => Script<T>): Awaitable<T>;
  /** Statements that need none of each other's answers, in one transaction. In one round trip where the driver can. */
  writeTogether(calls: readonly StatementCall[]): Awaitable<readonly Answer[]>;
  /** As `write`, for scripts that listeners and subscribers follow. */
  followedWrite<T>(script: () => Script<T>): Awaitable<T>;
  /** Throws when the database that writes go to does not answer soon. */
  ping(): Awaitable<void>;
  /** The same, for one request: once the signal is aborted, what runs is stopped, where the database can be told to. */
  until(signal: AbortSignal): Executor;
}
