// How scripts are run on a database: one executor per driver, behind this interface.
import type { Script } from './script.js';

/** Runs scripts on a database. */
export interface Executor {
  /** Outside a transaction. The script has statements only. */
  read<T>(script: () => Script<T>): Promise<T>;
  /** In one transaction: all or nothing. Tried again after a conflict. The script has statements only. */
  write<T>(script: () => Script<T>): Promise<T>;
  /** As `write`, for scripts that listeners and subscribers follow. */
  followedWrite<T>(script: () => Script<T>): Promise<T>;
}
