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
import { runAndFinish, type QueryResult, type Script } from '../../execute/script.js';
import { limitBusyTimeout, SqliteConnection, suspendBusyTimeout } from './better-sqlite3-connection.js';
import { classifySqliteError } from './sqlite-errors.js';
import { runSqliteTypeormTransaction } from './sqlite-typeorm-transaction.js';
import { createBetterSqlite3LongReads } from './better-sqlite3-long-reads.js';
import { getTurns, throwIfCancelled, type ConnectionTurns, type WaitBounds } from './connection-turns.js';
import { runAloneSync, runGroupSync, WriteQueue, type WriteScript } from './group-commit.js';
import type { SyncConnection } from './queued-write.js';

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** The connection of all requests, and their turns on it. */
interface SharedConnection {
  readonly driver: ConnectedDriver;
  readonly turns: ConnectionTurns;
}

/** How writes with listeners or hooks run. */
interface ObservedWriteSettings {
  readonly connectionOf: (database: Database) => SqliteConnection;
  readonly statementMs: number;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function createBetterSqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const turns = getTurns(dataSource, () => driver.databaseConnection.inTransaction);
  const shared: SharedConnection = { driver, turns };
  const runWhenFree = createRunWhenFree(driver, turns);
  const connectionOf = createConnectionCache(dataSource, settings.limits.responseBytes);
  const write = createWriteFunction(shared, connectionOf);
  const writeObserved = createObservedWriteFunction(dataSource, shared, { connectionOf, statementMs });
  const readElsewhere = createBetterSqlite3LongReads(dataSource, settings);
  const executor = (signal?: AbortSignal): Executor => {
    const bound = (): WaitBounds => ({ deadline: performance.now() + acquireMs, signal });
    const connect = <T>(work: (connection: SqliteConnection) => T) =>
      runWhenFree((database) => work(connectionOf(database)), bound());
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
      write: (script) => write(script, bound()),
      writeBatch: (calls, finish) => write(() => runAndFinish(calls, finish), bound()),
      writeWithListeners: (script) => writeObserved(script, bound()),
      ping: () => connect(pingDatabase),
      withSignal: executor,
    };
  };
  return executor();
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

/** Runs work when the connection and its file are free; throws `unavailable`, `locked` or `cancelled`. */
type RunWhenFree = <T>(work: (database: Database) => T, bounds: WaitBounds) => Awaitable<T>;

function createRunWhenFree(driver: ConnectedDriver, turns: ConnectionTurns): RunWhenFree {
  const retry = createBusyRetry(driver);
  return (work, bounds) => {
    const runNow = () => {
      try {
        return work(driver.databaseConnection);
      } catch (error) {
        throw classifySqliteError(error);
      }
    };
    return retry(() => {
      limitBusyTimeout(driver.databaseConnection);
      return turns.run(runNow, bounds);
    }, bounds);
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
  { driver, turns }: SharedConnection,
  connectionOf: (database: Database) => SqliteConnection,
): WriteScript {
  const retry = createBusyRetry(driver);
  const current = () => connectionOf(driver.databaseConnection);
  const connection: SyncConnection = {
    control: (sql) => current().prepare(sql).run(),
    execute: (call) => current().run(call),
  };
  const run = () => {
    runGroupSync(queue, connection);
    scheduleNext();
  };
  const enter = (arrival: number) => {
    turns.enter({ arrival, run, leaveLate: () => queue.rejectLate() });
  };
  // Requests that have arrived together reach the queue before the next immediate.
  const scheduleNext = () => {
    const arrival = queue.findOldest();
    if (arrival === undefined) return;
    if (turns.isFree) setImmediate(enter, arrival);
    else enter(arrival);
  };
  const queue = new WriteQueue(scheduleNext);
  return (script, bounds) =>
    retry(() => {
      throwIfCancelled(bounds);
      limitBusyTimeout(driver.databaseConnection);
      return queue.isQuiet && turns.isFree
        ? runAloneSync(queue, script, connection)
        : queue.add({ script, bounds, arrival: turns.arrive() });
    }, bounds);
}

/** Runs writes with listeners or hooks. Throws what `RunWhenFree` throws, and `timeout`. */
type WriteObserved = <T>(script: () => Script<T>, bounds: WaitBounds) => Awaitable<T>;

/** Asynchronous, on the one query runner of TypeORM: two at once would be savepoints of one transaction. */
function createObservedWriteFunction(
  dataSource: DataSource,
  { driver, turns }: SharedConnection,
  { connectionOf, statementMs }: ObservedWriteSettings,
): WriteObserved {
  const retry = createBusyRetry(driver);
  return (script, bounds) => {
    const arrival = turns.arrive();
    const write = (begin: () => void) =>
      runSqliteTypeormTransaction(announceBegin(script(), begin), {
        dataSource,
        statementMs,
        signal: bounds.signal,
        ...createTransactionCallbacks(connectionOf(driver.databaseConnection)),
      }).catch(throwClassified);
    return retry(() => {
      limitBusyTimeout(driver.databaseConnection);
      return turns.holdLong(write, { bounds, arrival });
    }, bounds);
  };
}

/** A script starts when its transaction has begun. */
function* announceBegin<T>(script: Script<T>, begin: () => void): Script<T> {
  begin();
  return yield* script;
}

function throwClassified(error: unknown): never {
  throw classifySqliteError(error);
}
