// SQLite by sqlite3, the asynchronous driver of TypeORM 0.3: one connection for all requests, which take turns. A transaction
// of the application's own code is waited for, never joined. Reads that scan tables have a connection of their own.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import { readInOrder } from '../run-script.js';
import { runInOrder } from '../../execute/script.js';
import { returnNoFurther, type Executor } from '../../execute/executor.js';
import type { ObservedTransactionCalls } from '../typeorm-transaction.js';
import { retryWhileBusy } from '../retry.js';
import { classifySqliteError } from './sqlite-errors.js';
import { runSqliteTypeormTransaction } from './sqlite-typeorm-transaction.js';
import { createSqlite3LongReads } from './sqlite3-long-reads.js';
import { runChange, createSqlite3Runner, type RunStatement } from './sqlite3-queries.js';
import { getMutex, waitUntilIdle, type WaitBounds } from './connection-mutex.js';
import { runGroup, WriteQueue, type WriteScript } from './group-commit.js';

/** The part of TypeORM's SQLite driver that holds the connection and the one query runner of all callers. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly queryRunner?: { readonly isTransactionActive: boolean };
}

/** Runs scripts on the one connection of sqlite3. */
export function createSqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const transaction = { dataSource, statementMs };
  const execute = createSqlite3Runner(dataSource, settings.limits.responseBytes);
  const runAlone = createRunAlone(dataSource);
  const write = createWriteFunction(runAlone, execute);
  const readOnSecondConnection = createSqlite3LongReads(dataSource, settings, execute);
  const executor = (signal?: AbortSignal): Executor => {
    const bound = (): WaitBounds => ({ deadline: performance.now() + acquireMs, signal });
    const alone = <T>(work: (database: Database) => Promise<T>) => runAlone(work, bound());
    return {
      read: async (call, scans) => {
        const answers = await readOnSecondConnection({
          first: call,
          further: returnNoFurther,
          scans,
          signal,
        });
        return answers?.[0] ?? alone((database) => execute(database, call));
      },
      readSnapshot: async (first, further, scans) => {
        const answers = await readOnSecondConnection({ first, further, scans, signal });
        return (
          answers ?? alone((database) => readInOrder({ first, further }, (call) => execute(database, call)))
        );
      },
      sendsTogether: false,
      write: (script) => write(script, bound()),
      writeBatch: (calls) => write(() => runInOrder(calls), bound()),
      writeWithListeners: (script) =>
        alone((database) => {
          const callbacks = createTransactionCallbacks(database, execute);
          return runSqliteTypeormTransaction(script(), { ...transaction, ...callbacks });
        }),
      ping: () => alone((database) => runChange(database, 'SELECT 1', [])).then(() => undefined),
      withSignal: executor,
    };
  };
  return executor();
}

/** Runs work when nothing else uses the connection. Throws `unavailable` or `conflict` at the deadline. */
type RunAlone = <T>(work: (database: Database) => Promise<T>, bounds: WaitBounds) => Promise<T>;

function createRunAlone(dataSource: DataSource): RunAlone {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  return (work, bounds) => {
    const runWhenIdle = async () => {
      await waitUntilIdle(() => driver.queryRunner?.isTransactionActive === true, bounds);
      // Read the connection each time: a data source that was closed and opened again has another.
      return work(driver.databaseConnection).catch(throwClassified);
    };
    // The driver waits for a locked file in a thread of its own: the event loop stays free.
    return getMutex(dataSource)(bounds.deadline, () => retryWhileBusy(runWhenIdle, bounds));
  };
}

function throwClassified(error: unknown): never {
  throw classifySqliteError(error);
}

function createWriteFunction(runAlone: RunAlone, execute: RunStatement): WriteScript {
  const queue = new WriteQueue(() => void writeAll());
  const writeNext = (database: Database) =>
    runGroup(queue, {
      control: (sql) => runChange(database, sql, []),
      execute: (call) => execute(database, call),
    });
  const writeAll = async () => {
    for (let bounds = queue.findNext(); bounds; bounds = queue.findNext())
      await runAlone(writeNext, bounds).catch((error: unknown) => {
        queue.rejectFirst(error);
      });
  };
  return (script, bounds) => retryWhileBusy(() => queue.add(script, bounds), bounds);
}

function createTransactionCallbacks(database: Database, execute: RunStatement): ObservedTransactionCalls {
  return {
    execute: (call) => execute(database, call),
    // The driver runs statements in order: the rollback comes before any later statement.
    abandon: () => {
      database.run('ROLLBACK', () => undefined);
    },
  };
}
