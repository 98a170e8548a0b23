// Writes on the one connection of better-sqlite3: in groups within one tick; or, with listeners or hooks, one by one in
// transactions of TypeORM.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Awaitable } from '../../execute/awaitable.js';
import type { Script } from '../../execute/script.js';
import { retryWhileBusy } from '../retry.js';
import type { ObservedTransactionCalls } from '../typeorm-transaction.js';
import { limitBusyTimeout, suspendBusyTimeout, type SqliteConnection } from './better-sqlite3-connection.js';
import type { ConnectionTurns } from './connection-turns.js';
import { findLateness, throwIfCancelled, type WaitBounds } from './wait-bounds.js';
import { runAloneSync, runGroupSync, WriteQueue } from './group-commit.js';
import type { SyncConnection } from './queued-write.js';
import type { RunScript } from './searched-write.js';
import { classifySqliteError } from './sqlite-errors.js';
import { runSqliteTypeormTransaction } from './sqlite-typeorm-transaction.js';

/** The connection of all requests, and their turns on it. */
export interface SharedConnection {
  /** Called each time: a data source that was closed and opened again has another. */
  readonly current: () => SqliteConnection;
  readonly turns: ConnectionTurns;
}

/** How writes of a kind run. Throws `unavailable`, `locked` or `cancelled`, and those with listeners or hooks `timeout`. */
export interface Writes {
  /** Runs a script in a transaction, in its turn. */
  run<T>(script: () => Script<T>, bounds: WaitBounds): Awaitable<T>;
  /** The same within a turn of long work; see `ConnectionTurns.holdLong`. */
  runHeld<T>(script: () => Script<T>, bounds: WaitBounds, begin: () => void): Awaitable<T>;
}

export type Retry = <T>(attempt: () => Awaitable<T>, bounds: WaitBounds) => Awaitable<T>;

/** Blocks the event loop for a short time only while another process has locked the file. */
export function createBusyRetry({ current }: SharedConnection): Retry {
  const beginWaiting = () => suspendBusyTimeout(current().database);
  return (attempt, { deadline, signal }) => {
    const limited = () => {
      limitBusyTimeout(current().database);
      return attempt();
    };
    return retryWhileBusy(limited, { deadline, signal, beginWaiting });
  };
}

/** Writes that share a transaction with others that wait at the same time. */
export function createGroupedWrites(shared: SharedConnection, retry: Retry): Writes {
  const { current, turns } = shared;
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
  return {
    run: (script, bounds) =>
      retry(() => {
        if (!queue.isQuiet || !turns.isFree) return queue.add({ script, bounds, arrival: turns.arrive() });
        throwIfCancelled(bounds);
        return runAloneSync(queue, script, connection);
      }, bounds),
    runHeld(script, bounds) {
      throwIfCancelled(bounds);
      return runAloneSync(queue, script, connection);
    },
  };
}

/** Asynchronous, on the one query runner of TypeORM: two at once would be savepoints of one transaction. */
export function createObservedWrites(
  dataSource: DataSource,
  { current, turns }: SharedConnection,
  { retry, statementMs }: { readonly retry: Retry; readonly statementMs: number },
): Writes {
  const runHeld: Writes['runHeld'] = (script, { signal }, begin) =>
    runSqliteTypeormTransaction(announceBegin(script(), begin), {
      dataSource,
      statementMs,
      signal,
      ...createTransactionCallbacks(current()),
    }).catch(throwClassified);
  return {
    run(script, bounds) {
      const arrival = turns.arrive();
      return retry(
        () => turns.holdLong(async (begin) => runHeld(script, bounds, begin), { bounds, arrival }),
        bounds,
      );
    },
    runHeld,
  };
}

/** How writes run that keep all others waiting. */
export interface HoldSettings {
  readonly retry: Retry;
  readonly writes: Writes;
  readonly bound: () => WaitBounds;
}

/**
 * Keeps all other writes through the data source waiting while `work` runs, and reads only during its transactions. These wait
 * for a transaction of the application, and for a locked file.
 */
export function holdWrites<T>(
  { turns }: SharedConnection,
  { retry, writes, bound }: HoldSettings,
  work: (run: RunScript) => Promise<T>,
): Awaitable<T> {
  const hold = (begin: () => void) =>
    work((script) => {
      const bounds = bound();
      return retry(async () => {
        while (turns.isInTransaction) {
          const lateness = findLateness(bounds);
          if (lateness) throw lateness;
          await sleep(1);
        }
        return turns.useAlone(async () => writes.runHeld(script, bounds, begin));
      }, bounds);
    });
  return turns.holdLong((begin) => turns.readMeanwhile(() => hold(begin)), {
    bounds: bound(),
    arrival: turns.arrive(),
  });
}

/** After so many milliseconds of a transaction that others wait for anyway, other events of the process come first. */
const maxSliceMs = 10;

/** Statements of many rows, with functions of the application that end within the tick, would hold the event loop throughout. */
function createTransactionCallbacks(connection: SqliteConnection): ObservedTransactionCalls {
  const { database } = connection;
  let latest = performance.now() + maxSliceMs;
  return {
    execute: async (call) => {
      if (performance.now() > latest) {
        await nextTurn();
        latest = performance.now() + maxSliceMs;
      }
      return connection.run(call);
    },
    abandon: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
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
