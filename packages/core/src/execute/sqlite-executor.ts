// better-sqlite3: synchronous, one connection for everybody. A script runs within one tick, so no other request's
// statements can come between; a transaction that the user's own code holds open is waited for, never joined.
import type { Database, Statement as SqliteStatement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource, Driver } from 'typeorm';
import type { Timeouts } from '../options.js';
import type { Row } from '../sql/row-renderer.js';
import type { Awaitable } from './awaitable.js';
import { boundBusyTimeout, waitForFile } from './busy-timeout.js';
import { driveAtOnce } from './drive.js';
import type { Executor } from './executor.js';
import type { Followed } from './followed-write.js';
import { patiently } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';
import { classifySqliteError } from './sqlite-error.js';
import { sqliteFollowedWrite } from './sqlite-followed-write.js';
import { turnstileOf } from './turnstile.js';
import { untilFree } from './until-free.js';

const preparedStatements = 500;

type Prepared = LRUCache<string, SqliteStatement>;

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function sqliteExecutor(dataSource: DataSource, { acquireMs, statementMs }: Timeouts): Executor {
  const patient = patience(dataSource.driver as Driver & ConnectedDriver, acquireMs);
  const prepared = new WeakMap<Database, Prepared>();
  const ask = (database: Database, call: StatementCall): Answer => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(preparedOf(prepared, database, call.statement.text), call);
  };
  const run = <T>(database: Database, script: Script<T>) =>
    driveAtOnce(script, (call) => ask(database, call));
  const followed = (database: Database): Followed => ({
    ask: (call) => ask(database, call),
    abandon: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  });
  const executor = (signal?: AbortSignal): Executor => {
    const transacted = <T>(work: (database: Database) => T) =>
      patient((database) => {
        const prepare = (text: string) => preparedOf(prepared, database, text);
        return transact(database, prepare, () => work(database));
      }, signal);
    return {
      read: (script) => patient((database) => run(database, script()), signal),
      write: (script) => transacted((database) => run(database, script())),
      readTogether: (calls) => patient((database) => calls.map((call) => ask(database, call)), signal),
      writeTogether: (calls) => transacted((database) => calls.map((call) => ask(database, call))),
      // It awaits, and TypeORM has one query runner for all: two at once would be savepoints of one transaction.
      followedWrite: (script) =>
        turnstileOf(dataSource)(() =>
          patient(
            (database) => sqliteFollowedWrite(dataSource, script(), followed(database), statementMs),
            signal,
          ),
        ),
      ping: () => patient((database) => void preparedOf(prepared, database, 'SELECT 1').all()),
      until: executor,
    };
  };
  return executor();
}

/** Runs work when the connection and its file are free. */
type Patient = <T>(work: (database: Database) => Awaitable<T>, signal?: AbortSignal) => Awaitable<T>;

function patience(driver: ConnectedDriver, acquireMs: number): Patient {
  // The connection is asked for each time: a data source that was closed and opened again has another.
  const waiting = () => waitForFile(driver.databaseConnection);
  return (work, signal) => {
    const deadline = performance.now() + acquireMs;
    return patiently(deadline, signal, waiting, () => {
      const database = driver.databaseConnection;
      boundBusyTimeout(database);
      if (database.inTransaction) return whenFree(database, deadline, work, signal);
      return classified(() => work(database));
    });
  };
}

async function whenFree<T>(
  database: Database,
  deadline: number,
  work: (database: Database) => Awaitable<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  // Looked at in the very tick that runs: somebody else may have waited for the same moment, and have begun.
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

function preparedOf(
  prepared: WeakMap<Database, Prepared>,
  database: Database,
  text: string,
): SqliteStatement {
  let statements = prepared.get(database);
  if (!statements) prepared.set(database, (statements = new LRUCache({ max: preparedStatements })));
  const known = statements.get(text);
  if (known) return known;
  const statement = database.prepare(text);
  statements.set(text, statement.reader ? statement.raw() : statement);
  return statement;
}

// `all()` even for one row: `get()` on INSERT ... RETURNING leaves the statement unfinished and the WAL unchecked.
function answer(statement: SqliteStatement, { parameters }: StatementCall): Answer {
  if (!statement.reader) return { rows: [], affected: statement.run(parameters).changes };
  const rows = statement.all(parameters) as Row[];
  return { rows, affected: rows.length };
}

function transact<T>(database: Database, prepare: (text: string) => SqliteStatement, work: () => T): T {
  // Immediate: a transaction that writes takes its lock before it reads.
  prepare('BEGIN IMMEDIATE').run();
  try {
    const result = work();
    prepare('COMMIT').run();
    return result;
  } catch (error) {
    if (database.inTransaction) prepare('ROLLBACK').run();
    throw error;
  }
}
