// SQLite by better-sqlite3: synchronous, one connection for all requests. A group of writes runs within one tick, so no read
// sees a part of it. A transaction of the application's own code is waited for, never joined. Reads that may take long run in
// another process, and so do the searches of writes.
import type { Database } from 'better-sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import type { Awaitable } from '../../execute/awaitable.js';
import {
  returnNoFurther,
  type Executor,
  type SearchedScript,
  type WriteSearch,
} from '../../execute/executor.js';
import { runAndFinish, type QueryResult } from '../../execute/script.js';
import { SqliteConnection } from './better-sqlite3-connection.js';
import { createBetterSqlite3LongReads, type LongReads } from './better-sqlite3-long-reads.js';
import {
  createBusyRetry,
  createGroupedWrites,
  createObservedWrites,
  holdWrites,
  type Retry,
  type SharedConnection,
  type Writes,
} from './better-sqlite3-writes.js';
import { getTurns } from './connection-turns.js';
import type { WaitBounds } from './wait-bounds.js';
import { runSearchedWrite } from './searched-write.js';
import { classifySqliteError } from './sqlite-errors.js';

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** What the executors of all requests share. */
interface ExecutorParts {
  readonly shared: SharedConnection;
  readonly retry: Retry;
  readonly runWhenFree: RunWhenFree;
  readonly longReads: LongReads;
  readonly grouped: Writes;
  readonly observed: Writes;
  readonly acquireMs: number;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function createBetterSqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const connectionOf = createConnectionCache(dataSource, settings.limits.responseBytes);
  const shared: SharedConnection = {
    current: () => connectionOf(driver.databaseConnection),
    turns: getTurns(dataSource, () => driver.databaseConnection.inTransaction),
  };
  const retry = createBusyRetry(shared);
  const parts: ExecutorParts = {
    shared,
    retry,
    runWhenFree: createRunWhenFree(shared, retry),
    longReads: createBetterSqlite3LongReads(dataSource, settings),
    grouped: createGroupedWrites(shared, retry),
    observed: createObservedWrites(dataSource, shared, { retry, statementMs }),
    acquireMs,
  };
  return createBoundExecutor(parts, undefined);
}

/** An executor for requests with this signal. */
function createBoundExecutor(parts: ExecutorParts, signal: AbortSignal | undefined): Executor {
  const { longReads, grouped, observed } = parts;
  const bound = (): WaitBounds => ({ deadline: performance.now() + parts.acquireMs, signal });
  const connect: ConnectionUse = (work) => parts.runWhenFree(work, bound());
  const unlimited: WaitBounds = { deadline: Infinity, signal };
  const readWithin: BoundedRead = (bounds, call, scans) => {
    const readLocally = () => connect((connection) => connection.run(call));
    if (!longReads.mayTakeLong(scans)) return readLocally();
    const readAll = async () => [await readLocally()];
    return longReads
      .read({ first: call, further: returnNoFurther, scans, bounds, readLocally: readAll })
      .then(requireOnlyResult);
  };
  const write = <T>(writes: Writes, script: SearchedScript<T>, search: WriteSearch | undefined) =>
    search && longReads.mayTakeLong(search.scans)
      ? createSearchedWriteFunction(parts, { bound, connect, readWithin })(writes, script, search)
      : writes.run(script, bound());
  return {
    read: (call, scans) => readWithin(unlimited, call, scans),
    readSnapshot: (first, further, scans) => {
      const readLocally = () => connect((connection) => connection.readSnapshot(first, further));
      return longReads.mayTakeLong(scans)
        ? longReads.read({ first, further, scans, bounds: unlimited, readLocally })
        : readLocally();
    },
    sendsTogether: false,
    write: (script, search) => write(grouped, script, search),
    writeBatch: (calls, finish) => grouped.run(() => runAndFinish(calls, finish), bound()),
    writeWithListeners: (script, search) => write(observed, script, search),
    ping: () => connect(pingDatabase),
    withSignal: (own) => createBoundExecutor(parts, own),
  };
}

/** Uses the connection when it is free. */
type ConnectionUse = <T>(work: (connection: SqliteConnection) => T) => Awaitable<T>;

/** Reads until the deadline, where the read may take long. */
type BoundedRead = (
  bounds: WaitBounds,
  ...read: Parameters<Executor['read']>
) => ReturnType<Executor['read']>;

/** How a request waits and reads. */
interface RequestReads {
  readonly bound: () => WaitBounds;
  readonly connect: ConnectionUse;
  readonly readWithin: BoundedRead;
}

/** Writes the rows of a search that may take long. */
type WriteFound = <T>(writes: Writes, script: SearchedScript<T>, search: WriteSearch) => Promise<T>;

function createSearchedWriteFunction(
  { shared, retry, acquireMs }: ExecutorParts,
  { bound, connect, readWithin }: RequestReads,
): WriteFound {
  return (writes, script, { call, scans, unless }) => {
    const searchUntil = (deadline: number) => async () => readWithin({ ...bound(), deadline }, call, scans);
    return runSearchedWrite(script, {
      readState: () =>
        connect((connection) =>
          unless && connection.run(unless).rows.length > 0 ? undefined : connection.readState(),
        ),
      search: searchUntil(Infinity),
      run: (attempt) => writes.run(attempt, bound()),
      // Other writes wait for it, up to `acquireMs`.
      hold: (work) =>
        holdWrites(shared, { retry, writes, bound }, (run) =>
          work({ run, search: searchUntil(performance.now() + acquireMs / 2) }),
        ),
    });
  };
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

/** Runs work when the connection and its file are free; throws `unavailable`, `locked` or `cancelled`. */
type RunWhenFree = <T>(work: (connection: SqliteConnection) => T, bounds: WaitBounds) => Awaitable<T>;

function createRunWhenFree({ current, turns }: SharedConnection, retry: Retry): RunWhenFree {
  return (work, bounds) => {
    const runNow = () => {
      try {
        return work(current());
      } catch (error) {
        throw classifySqliteError(error);
      }
    };
    return retry(() => turns.run(runNow, bounds), bounds);
  };
}
