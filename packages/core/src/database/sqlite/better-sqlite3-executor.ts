// SQLite by better-sqlite3: synchronous, one connection for all requests. A group of writes runs within one tick, so no read
// sees a part of it. A transaction of the application's own code is waited for, never joined. Reads that may take long run in
// another process.
import type { Database } from 'better-sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import type { Awaitable } from '../../execute/awaitable.js';
import { returnNoFurther, type Executor } from '../../execute/executor.js';
import type { ObservedTransactionCalls } from '../typeorm-transaction.js';
import { retryWhileBusy } from '../retry.js';
import { runInOrder, type QueryResult, type Script } from '../../execute/script.js';
import { limitBusyTimeout, SqliteConnection, suspendBusyTimeout } from './better-sqlite3-connection.js';
import { classifySqliteError } from './sqlite-errors.js';
import { runSqliteTypeormTransaction } from './sqlite-typeorm-transaction.js';
import { createBetterSqlite3LongReads } from './better-sqlite3-long-reads.js';
import { getMutex, waitUntilIdle, type WaitBounds } from './connection-mutex.js';
import { runAloneSync, runGroupSync, WriteQueue, type WriteScript } from './group-commit.js';
import type { SyncConnection } from './queued-write.js';

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function createBetterSqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const runWhenIdle = createRunWhenIdle(driver);
  const connectionOf = createConnectionCache(dataSource, settings.limits.responseBytes);
  const write = createWriteFunction(driver, connectionOf);
  const readElsewhere = createBetterSqlite3LongReads(dataSource, settings);
  const latest = () => performance.now() + acquireMs;
  const executor = (signal?: AbortSignal): Executor => {
    const connect = <T>(work: (connection: SqliteConnection) => Awaitable<T>, deadline = latest()) =>
      runWhenIdle((database) => work(connectionOf(database)), { deadline, signal });
    return {
      read: (call, scans) => {
        const readLocally = () => connect((connection) => connection.run(call));
        if (scans.length === 0) return readLocally();
        const further = returnNoFurther;
        const readAll = async () => [await readLocally()];
        const reading = readElsewhere({ first: call, further, scans, signal, readLocally: readAll });
        return reading?.then(requireOnlyResult) ?? readLocally();
      },
      readSnapshot: (first, further, scans) => {
        const readLocally = () => connect((connection) => connection.readSnapshot(first, further));
        return readElsewhere({ first, further, scans, signal, readLocally }) ?? readLocally();
      },
      sendsTogether: false,
      write: (script) => write(script, { deadline: latest(), signal }),
      writeBatch: (calls) => write(() => runInOrder(calls), { deadline: latest(), signal }),
      // Asynchronous, on the one query runner of TypeORM: two at once would be savepoints of one transaction.
      writeWithListeners: (script) => {
        const deadline = latest();
        const observe = (connection: SqliteConnection) =>
          runObservedScript(script(), connection, { dataSource, statementMs });
        return getMutex(dataSource)(deadline, () => connect(observe, deadline));
      },
      ping: () => connect(pingDatabase),
      withSignal: executor,
    };
  };
  return executor();
}

function runObservedScript<T>(
  script: Script<T>,
  connection: SqliteConnection,
  transaction: { readonly dataSource: DataSource; readonly statementMs: number },
): Promise<T> {
  return runSqliteTypeormTransaction(script, {
    ...transaction,
    ...createTransactionCallbacks(connection),
  });
}

function pingDatabase(connection: SqliteConnection): void {
  connection.prepare('SELECT 1').all();
}

/** Wraps each connection once: a data source that was closed and opened again has another. */
function createConnectionCache(
  dataSource: DataSource,
  maxBytes: number,
): (database: Database) => SqliteConnection {
  const known = new WeakMap<Database, SqliteConnection>();
  return (database) => {
    const existing = known.get(database);
    if (existing) return existing;
    const made = new SqliteConnection(database, dataSource, maxBytes);
    known.set(database, made);
    return made;
  };
}

function requireOnlyResult([answer]: readonly QueryResult[]): QueryResult {
  if (!answer) throw new Error('The read has no result.');
  return answer;
}

function createTransactionCallbacks(connection: SqliteConnection): ObservedTransactionCalls {
  const { database } = connection;
  return {
    execute: (call) => connection.run(call),
    abandon: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Runs work when the connection and its file are free; throws `unavailable` or `conflict` at the deadline. */
type RunWhenIdle = <T>(work: (database: Database) => Awaitable<T>, bounds: WaitBounds) => Awaitable<T>;

function createRunWhenIdle(driver: ConnectedDriver): RunWhenIdle {
  const retry = createBusyRetry(driver);
  return (work, bounds) => {
    const attempt = () => {
      const database = driver.databaseConnection;
      limitBusyTimeout(database);
      if (database.inTransaction) return waitAndRun(database, work, bounds);
      return classifyErrors(() => work(database));
    };
    return retry(attempt, bounds);
  };
}

type Retry = <T>(attempt: () => Awaitable<T>, bounds: WaitBounds) => Awaitable<T>;

/** Blocks the event loop for a short time only while another process has locked the file. */
function createBusyRetry(driver: ConnectedDriver): Retry {
  // Read the connection each time: a data source that was closed and opened again has another.
  const beginWaiting = () => suspendBusyTimeout(driver.databaseConnection);
  return (attempt, { deadline, signal }) => retryWhileBusy(attempt, { deadline, signal, beginWaiting });
}

function createWriteFunction(
  driver: ConnectedDriver,
  connectionOf: (database: Database) => SqliteConnection,
): WriteScript {
  const retry = createBusyRetry(driver);
  // Requests that have arrived together reach the queue before the next immediate.
  const queue = new WriteQueue(() => setImmediate(writeNext));
  const current = () => connectionOf(driver.databaseConnection);
  const connection: SyncConnection = {
    control: (sql) => current().prepare(sql).run(),
    execute: (call) => current().run(call),
  };
  const writeNext = () => {
    if (driver.databaseConnection.inTransaction) queue.rejectLate();
    else runGroupSync(queue, connection);
    if (!queue.findNext()) return;
    if (driver.databaseConnection.inTransaction) setTimeout(writeNext, 1);
    else setImmediate(writeNext);
  };
  return (script, bounds) =>
    retry(() => {
      const database = driver.databaseConnection;
      limitBusyTimeout(database);
      return queue.isQuiet && !database.inTransaction
        ? runAloneSync(queue, script, connection)
        : queue.add(script, bounds);
    }, bounds);
}

async function waitAndRun<T>(
  database: Database,
  work: (database: Database) => Awaitable<T>,
  bounds: WaitBounds,
): Promise<T> {
  // Checked again in the tick of the work: another request may have begun a transaction first.
  while (database.inTransaction) await waitUntilIdle(() => database.inTransaction, bounds);
  return classifyErrors(() => work(database));
}

function classifyErrors<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(throwClassified) : result;
  } catch (error) {
    return throwClassified(error);
  }
}

function throwClassified(error: unknown): never {
  throw classifySqliteError(error);
}
