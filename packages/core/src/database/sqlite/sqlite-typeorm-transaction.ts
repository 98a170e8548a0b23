// A write with listeners or hooks on the one connection of SQLite. A slow listener or hook would block all other requests:
// after the timeout, the transaction is rolled back without it.
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseError } from '../../execute/database-error.js';
import {
  runTypeormTransaction,
  type ObservedTransactionCalls,
  type TransactionInterruption,
} from '../typeorm-transaction.js';
import type { Script } from '../../execute/script.js';

/** The transaction took too long, or its client has left. */
class InterruptedTransactionError extends DatabaseError {}

/** A transaction of TypeORM on the connection that all requests share. */
export interface SqliteObservedTransaction extends ObservedTransactionCalls {
  readonly dataSource: DataSource;
  /** How long it may take, in milliseconds. */
  readonly statementMs: number;
  /** Its abort rolls the transaction back. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a script in a transaction of TypeORM. Throws a `DatabaseError`: `timeout` after `statementMs`, `cancelled` once the signal
 * is aborted.
 */
export async function runSqliteTypeormTransaction<T>(
  script: Script<T>,
  { dataSource, execute, abandon, statementMs, signal }: SqliteObservedTransaction,
): Promise<T> {
  const runner = dataSource.createQueryRunner('master');
  const { end, ...interruption } = watchTransaction(statementMs, signal);
  try {
    return await runTypeormTransaction(script, {
      dataSource,
      runner,
      execute,
      abandon: () => {
        abandon();
        clearRunner(dataSource);
      },
      ...interruption,
    });
  } catch (error) {
    // The listener or hook still runs, without a transaction: its later writes would persist.
    if (error instanceof InterruptedTransactionError) releaseRunner(dataSource, runner);
    throw error;
  } finally {
    end();
    await runner.release();
  }
}

/** Interrupts a transaction after `ms`, or when its client leaves. `end` removes the timer and the listener. */
function watchTransaction(
  ms: number,
  client: AbortSignal | undefined,
): Required<TransactionInterruption> & { readonly end: () => void } {
  let interruption: InterruptedTransactionError | undefined;
  let endWait: (error: Error) => void = () => undefined;
  const interrupt = (kind: 'timeout' | 'cancelled', cause?: Error) => {
    interruption ??= new InterruptedTransactionError(kind, cause);
    endWait(interruption);
  };
  const cancel = () => {
    interrupt('cancelled');
  };
  const late = setTimeout(() => {
    interrupt('timeout', new Error('A listener or a hook did not finish in time.'));
  }, ms).unref();
  client?.addEventListener('abort', cancel, { once: true });
  if (client?.aborted) cancel();
  return {
    // Not a race with a promise of the interruption: that would keep the results of all races until the end.
    waitFor: (work) =>
      new Promise((resolve, reject) => {
        endWait = reject;
        work.then(resolve, reject);
        if (interruption) reject(interruption);
      }),
    throwIfInterrupted: () => {
      if (interruption) throw interruption;
    },
    end: () => {
      clearTimeout(late);
      client?.removeEventListener('abort', cancel);
    },
  };
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
