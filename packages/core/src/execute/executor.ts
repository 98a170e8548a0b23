// How scripts are run on a database: one executor per driver, behind this interface.
import type { Awaitable } from './awaitable.js';
import type { Answer, Script, StatementCall } from './script.js';

/** Runs scripts on a database. */
export interface Executor {
  /** Outside a transaction. The script has statements only. */
  read<T>(script: () => Script<T>): Awaitable<T>;
  /** In one transaction: all or nothing. Tried again after a conflict. The script has statements only. */
  write<T>(script: () => Script<T>): Awaitable<T>;
  /** Statements that need none of each other's answers. In one round trip where the driver can. */
  readTogether(calls: readonly StatementCall[]): Awaitable<readonly Answer[]>;
  /** The same in one transaction: all or nothing. Tried again after a conflict. */
  writeTogether(calls: readonly StatementCall[]): Awaitable<readonly Answer[]>;
  /** As `write`, for scripts that listeners and subscribers follow. */
  followedWrite<T>(script: () => Script<T>): Awaitable<T>;
  /** Throws when the database that writes go to does not answer soon. */
  ping(): Awaitable<void>;
  /** The same, for one request: once the signal is aborted, what runs is stopped, where the database can be told to. */
  until(signal: AbortSignal): Executor;
}
