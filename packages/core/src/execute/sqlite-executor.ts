// SQLite by better-sqlite3: synchronous, one connection for all requests. A script runs within one tick, so no statement of
// another request runs in between. A transaction of the application's own code is waited for, never joined. Reads that may
// take long run in another process.
import type { Database } from 'better-sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import type { Awaitable } from './awaitable.js';
import { driveAtOnce } from './drive.js';
import { noFurther, type Executor } from './executor.js';
import type { FollowedCalls } from './followed-write.js';
import { patiently, type Patience } from './retry.js';
import type { Answer, Script } from './script.js';
import { boundBusyTimeout, SqliteConnection, waitForFile } from './sqlite-connection.js';
import { classifySqliteError } from './sqlite-error.js';
import { sqliteFollowedWrite } from './sqlite-followed-write.js';
import { longReads } from './sqlite-long-reads.js';
import { turnstileOf, untilFree } from './turnstile.js';

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function sqliteExecutor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const runWhenIdle = patience(dataSource.driver as Driver & ConnectedDriver);
  const connectionOf = connections(dataSource, settings.limits.responseBytes);
  const readElsewhere = longReads(dataSource, settings);
  const executor = (signal?: AbortSignal): Executor => {
    const latest = () => performance.now() + acquireMs;
    const connected = <T>(work: (connection: SqliteConnection) => Awaitable<T>, deadline = latest()) =>
      runWhenIdle((database) => work(connectionOf(database)), { deadline, signal });
    const transacted = <T>(work: (connection: SqliteConnection) => T) =>
      connected((connection) => transact(connection, work));
    const readSnapshot: Executor['readSnapshot'] = (first, further, scans) => {
      const here = () => connected((connection) => connection.readSnapshot(first, further));
      return readElsewhere({ first, further, scans, signal, here }) ?? here();
    };
    return {
      read: (call, scans) => {
        const here = () => connected((connection) => connection.run(call));
        const read = { first: call, further: noFurther, scans, signal, here: async () => [await here()] };
        return readElsewhere(read)?.then(onlyAnswer) ?? here();
      },
      readSnapshot,
      write: (script) => transacted((connection) => run(connection, script())),
      writeTogether: (calls) => transacted((connection) => calls.map((call) => connection.run(call))),
      // Asynchronous, on the one query runner of TypeORM: two at once would be savepoints of one transaction.
      followedWrite: (script) => {
        const deadline = latest();
        const write = (connection: SqliteConnection) =>
          sqliteFollowedWrite(script(), { dataSource, statementMs, ...followedOn(connection) });
        return turnstileOf(dataSource)(deadline, () => connected(write, deadline));
      },
      ping: () => connected((connection) => void connection.prepare('SELECT 1').all()),
      until: executor,
    };
  };
  return executor();
}

/** Wraps each connection once: a data source that was closed and opened again has another. */
function connections(dataSource: DataSource, maxBytes: number): (database: Database) => SqliteConnection {
  const known = new WeakMap<Database, SqliteConnection>();
  return (database) => {
    const existing = known.get(database);
    if (existing) return existing;
    const made = new SqliteConnection(database, dataSource, maxBytes);
    known.set(database, made);
    return made;
  };
}

function onlyAnswer([answer]: readonly Answer[]): Answer {
  if (!answer) throw new Error('The read has no result.');
  return answer;
}

function run<T>(connection: SqliteConnection, script: Script<T>): T {
  return driveAtOnce(script, (call) => connection.run(call));
}

function followedOn(connection: SqliteConnection): FollowedCalls {
  const { database } = connection;
  return {
    ask: (call) => connection.run(call),
    abandon: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Runs work when the connection and its file are free; throws `unavailable` or `conflict` at the deadline. */
type Patient = <T>(work: (database: Database) => Awaitable<T>, bounds: WaitBounds) => Awaitable<T>;

type WaitBounds = Pick<Patience, 'deadline' | 'signal'>;

function patience(driver: ConnectedDriver): Patient {
  // Read the connection each time: a data source that was closed and opened again has another.
  const beginWaiting = () => waitForFile(driver.databaseConnection);
  return (work, bounds) =>
    patiently(
      () => {
        const database = driver.databaseConnection;
        boundBusyTimeout(database);
        if (database.inTransaction) return whenFree(database, work, bounds);
        return classified(() => work(database));
      },
      { ...bounds, beginWaiting },
    );
}

async function whenFree<T>(
  database: Database,
  work: (database: Database) => Awaitable<T>,
  { deadline, signal }: WaitBounds,
): Promise<T> {
  // Checked again in the tick of the work: another request may have begun a transaction first.
  while (database.inTransaction) await untilFree(() => database.inTransaction, deadline, signal);
  return classified(() => work(database));
}

function classified<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(rethrow) : result;
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw classifySqliteError(error);
}

function transact<T>(connection: SqliteConnection, work: (connection: SqliteConnection) => T): T {
  // IMMEDIATE: a transaction that writes takes its lock before it reads.
  connection.prepare('BEGIN IMMEDIATE').run();
  try {
    const result = work(connection);
    connection.prepare('COMMIT').run();
    return result;
  } catch (error) {
    if (connection.database.inTransaction) connection.prepare('ROLLBACK').run();
    throw error;
  }
}
