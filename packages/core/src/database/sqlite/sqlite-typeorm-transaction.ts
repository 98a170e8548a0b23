// A write with listeners or hooks on the one connection of SQLite. A slow listener or hook would block all other requests:
// after the timeout, the transaction is rolled back without it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseError } from '../../execute/database-error.js';
import { runTypeormTransaction, type ObservedTransactionCalls } from '../typeorm-transaction.js';
import type { Script } from '../../execute/script.js';

/** A listener or a hook exceeded the timeout. */
class ListenerTimeoutError extends DatabaseError {}

/** A transaction of TypeORM on the connection that all requests share. */
export interface SqliteObservedTransaction extends ObservedTransactionCalls {
  readonly dataSource: DataSource;
  /** How long it may take, in milliseconds. */
  readonly statementMs: number;
}

/** Runs a script in a transaction of TypeORM. Throws a `DatabaseError` (`timeout`) after `statementMs`. */
export async function runSqliteTypeormTransaction<T>(
  script: Script<T>,
  { dataSource, execute, abandon, statementMs }: SqliteObservedTransaction,
): Promise<T> {
  const runner = dataSource.createQueryRunner('master');
  const ended = new AbortController();
  const interrupted = rejectAfter(statementMs, ended.signal);
  try {
    return await runTypeormTransaction(script, {
      dataSource,
      runner,
      execute,
      abandon: () => {
        abandon();
        clearRunner(dataSource);
      },
      interrupted,
    });
  } catch (error) {
    // The listener or hook still runs, without a transaction: its later writes would persist.
    if (error instanceof ListenerTimeoutError) releaseRunner(dataSource, runner);
    throw error;
  } finally {
    ended.abort();
    await runner.release();
  }
}

/** Rejects after `ms`; abort the signal to clear the timer. */
function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
  const interrupted = sleep(ms, undefined, { signal, ref: false }).then(() => {
    throw new ListenerTimeoutError('timeout', new Error('A listener or a hook did not finish in time.'));
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

/** The flag of a runner that TypeORM itself sets. */
interface ReleasableRunner {
  isReleased: boolean;
}

/** TypeORM's SQLite drivers have one query runner, which every caller gets. */
interface SharedRunnerDriver {
  queryRunner?: QueryRunner | undefined;
}

/** For a transaction that ended behind the runner's back, which would consider itself still in it. */
function clearRunner({ driver }: DataSource): void {
  (driver as SharedRunnerDriver).queryRunner = undefined;
}

/** Makes the runner refuse further calls. Later callers get a new one. */
function releaseRunner(dataSource: DataSource, runner: QueryRunner): void {
  (runner as ReleasableRunner).isReleased = true;
  clearRunner(dataSource);
}
