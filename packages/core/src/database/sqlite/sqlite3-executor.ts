// SQLite by sqlite3, the asynchronous driver of TypeORM 0.3: one connection for all requests, which take turns. A transaction
// of the application's own code is waited for, never joined. Reads that scan tables have a connection of their own.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import { readInOrder } from '../run-script.js';
import { runAndFinish } from '../../execute/script.js';
import { returnNoFurther, type Executor } from '../../execute/executor.js';
import type { ObservedTransactionCalls } from '../typeorm-transaction.js';
import { retryWhileBusy } from '../retry.js';
import { classifySqliteError } from './sqlite-errors.js';
import { runSqliteTypeormTransaction } from './sqlite-typeorm-transaction.js';
import { createSqlite3LongReads } from './sqlite3-long-reads.js';
import { runChange, createSqlite3Runner, type RunStatement } from './sqlite3-queries.js';
import { getTurns, type ConnectionTurns } from './connection-turns.js';
import { throwIfCancelled, type WaitBounds } from './wait-bounds.js';
import { runGroup, WriteQueue, type WriteScript } from './group-commit.js';

/** The part of TypeORM's SQLite driver that holds the connection and the one query runner of all callers. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly queryRunner?: { readonly isTransactionActive: boolean };
}

/** Runs scripts on the one connection of sqlite3. */
export function createSqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const execute = createSqlite3Runner(dataSource, settings.limits.responseBytes);
  const driver: ConnectedDriver = dataSource.driver as Driver & ConnectedDriver;
  const turns = getTurns(dataSource, () => driver.queryRunner?.isTransactionActive === true);
  const runAlone = createRunAlone(driver, turns, (work, place) => turns.hold(work, place));
  const runLongAlone = createRunAlone(driver, turns, (work, place) => turns.holdLong(work, place));
  const write = createWriteFunction(driver, turns, execute);
  const readOnSecondConnection = createSqlite3LongReads(dataSource, settings, execute);
  const executor = (signal?: AbortSignal): Executor => {
    const bound = (): WaitBounds => ({ deadline: performance.now() + acquireMs, signal });
    const alone = <T>(work: (database: Database) => Promise<T>) => runAlone(work, bound());
    return {
      read: async (call, scans) => {
        const read = { first: call, further: returnNoFurther, scans, signal };
        const answers = await readOnSecondConnection(read);
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
      writeBatch: (calls, finish) => write(() => runAndFinish(calls, finish), bound()),
      writeWithListeners: (script) =>
        runLongAlone((database) => {
          const callbacks = createTransactionCallbacks(database, execute);
          return runSqliteTypeormTransaction(script(), { dataSource, statementMs, signal, ...callbacks });
        }, bound()),
      ping: () => alone((database) => runChange(database, 'SELECT 1', [])).then(() => undefined),
      withSignal: executor,
    };
  };
  return executor();
}

/** Runs work when nothing else uses the connection. Throws `unavailable`, `locked` or `cancelled`. */
type RunAlone = <T>(work: (database: Database) => Promise<T>, bounds: WaitBounds) => Promise<T>;

/** `hold`: how the turns take the work. */
function createRunAlone(
  driver: ConnectedDriver,
  turns: ConnectionTurns,
  hold: ConnectionTurns['hold'],
): RunAlone {
  return async (work, bounds) => {
    const place = { bounds, arrival: turns.arrive() };
    // Read the connection each time: a data source that was closed and opened again has another.
    const run = () => work(driver.databaseConnection).catch(throwClassified);
    // The driver waits for a locked file in a thread of its own: the event loop stays free.
    return retryWhileBusy(() => hold(run, place), bounds);
  };
}

function throwClassified(error: unknown): never {
  throw classifySqliteError(error);
}

function createWriteFunction(
  driver: ConnectedDriver,
  turns: ConnectionTurns,
  execute: RunStatement,
): WriteScript {
  const run = async () => {
    const { databaseConnection: database } = driver;
    await runGroup(queue, {
      control: (sql) => runChange(database, sql, []),
      execute: (call) => execute(database, call),
    });
    enterNext();
  };
  const enterNext = () => {
    const arrival = queue.findOldest();
    const leaveLate = () => queue.rejectLate();
    if (arrival !== undefined) turns.enter({ arrival, run, leaveLate });
  };
  const queue = new WriteQueue(enterNext);
  return (script, bounds) =>
    retryWhileBusy(() => {
      throwIfCancelled(bounds);
      return queue.add({ script, bounds, arrival: turns.arrive() });
    }, bounds);
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
