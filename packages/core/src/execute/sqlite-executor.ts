// better-sqlite3: synchronous, one connection for everybody. A script runs within one tick, so no other request's
// statements can come between; a transaction that the user's own code holds open is waited for, never joined.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement as SqliteStatement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource, Driver } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import { DatabaseError } from './database-error.js';
import { driveAtOnce } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';
import { classifySqliteError } from './sqlite-error.js';
import { turnstileOf } from './turnstile.js';

/** Longest wait for somebody else's transaction on the same connection, in milliseconds. */
const longestWait = 5_000;
const preparedStatements = 500;

type Prepared = LRUCache<string, SqliteStatement>;

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
}

/** Runs scripts on the one connection of better-sqlite3. */
export function sqliteExecutor(dataSource: DataSource): Executor {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const prepared = new WeakMap<Database, Prepared>();
  const ask = (database: Database, call: StatementCall): Answer => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(preparedOf(prepared, database, call.statement.text), call);
  };
  const atOnce = <T>(run: (database: Database) => T) =>
    retried(() => {
      // Asked for each time: a data source that was closed and opened again has another connection.
      const database = driver.databaseConnection;
      return database.inTransaction ? whenFree(database, run) : classified(() => run(database));
    });
  // A followed write awaits, and TypeORM has one query runner for all: two at once would be savepoints of one
  // transaction. They take turns.
  const follow = async <T>(script: Script<T>): Promise<T> => {
    while (driver.databaseConnection.inTransaction) await untilFree(driver.databaseConnection);
    const asked = (database: unknown, call: StatementCall) => ask(database as Database, call);
    return followedWrite(dataSource, script, asked).catch((error: unknown) => {
      throw classifySqliteError(error);
    });
  };
  const inTransaction = <T>(work: (database: Database) => T) =>
    atOnce((database) => {
      const prepare = (text: string) => preparedOf(prepared, database, text);
      return transact(database, prepare, () => work(database));
    });
  return {
    read: (script) => atOnce((database) => driveAtOnce(script(), (call) => ask(database, call))),
    write: (script) => inTransaction((database) => driveAtOnce(script(), (call) => ask(database, call))),
    readTogether: (calls) => atOnce((database) => calls.map((call) => ask(database, call))),
    writeTogether: (calls) => inTransaction((database) => calls.map((call) => ask(database, call))),
    followedWrite: (script) => turnstileOf(dataSource)(() => retried(() => follow(script()))),
  };
}

async function whenFree<T>(database: Database, run: (database: Database) => T): Promise<T> {
  // Looked at in the very tick that runs: somebody else may have waited for the same moment, and have begun.
  while (database.inTransaction) await untilFree(database);
  return classified(() => run(database));
}

async function untilFree(database: Database): Promise<void> {
  const deadline = performance.now() + longestWait;
  while (database.inTransaction) {
    if (performance.now() > deadline)
      throw new DatabaseError('unavailable', new Error('The connection stayed in a transaction.'));
    await sleep(1);
  }
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

function classified<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw classifySqliteError(error);
  }
}
