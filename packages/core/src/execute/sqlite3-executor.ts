// sqlite3, the asynchronous driver of TypeORM 0.3: one connection for everybody, so one at a time. Whatever runs outside
// a transaction and every transaction pass one turnstile; a transaction that the user's own code holds open is waited
// for, never joined.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Timeouts } from '../options.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import type { Followed } from './followed-write.js';
import { patiently } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';
import { classifySqliteError } from './sqlite-error.js';
import { sqliteFollowedWrite } from './sqlite-followed-write.js';
import { transact, type Transactions } from './transaction.js';
import { turnstileOf } from './turnstile.js';
import { untilFree } from './until-free.js';

/** The part of TypeORM's SQLite driver that holds the connection, and the one query runner that everybody gets. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly queryRunner?: { readonly isTransactionActive: boolean };
}

/** Runs scripts on the one connection of sqlite3. */
export function sqlite3Executor(dataSource: DataSource, { acquireMs, statementMs }: Timeouts): Executor {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const ask = (database: Database, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(database, call);
  };
  const run = <T>(database: Database, script: Script<T>) =>
    drive(script, (call) => ask(database, statementOf(call)));
  const executor = (signal?: AbortSignal): Executor => {
    const onFree = async <T>(work: (database: Database) => Promise<T>, deadline: number) => {
      await untilFree(() => driver.queryRunner?.isTransactionActive === true, deadline, signal);
      // Asked for each time: a data source that was closed and opened again has another connection.
      return work(driver.databaseConnection).catch(rethrow);
    };
    const alone = <T>(work: (database: Database) => Promise<T>) => {
      const deadline = performance.now() + acquireMs;
      return turnstileOf(dataSource)(deadline, () =>
        patiently(deadline, signal, nothing, () => onFree(work, deadline)),
      );
    };
    const read = <T>(script: () => Script<T>) => alone((database) => run(database, script()));
    const write = <T>(script: () => Script<T>) =>
      alone((database) => transact(on(database), () => run(database, script())));
    return {
      read,
      write,
      readTogether: (calls) => read(() => inTurn(calls)),
      writeTogether: (calls) => write(() => inTurn(calls)),
      followedWrite: (script) =>
        alone((database) =>
          sqliteFollowedWrite(dataSource, script(), followedOn(database, ask), statementMs),
        ),
      ping: () => alone((database) => change(database, 'SELECT 1', [])).then(() => undefined),
      until: executor,
    };
  };
  return executor();
}

/** The driver waits for a locked file in a thread of its own, in which nobody else is kept waiting. */
const nothing = () => () => undefined;

function rethrow(error: unknown): never {
  throw classifySqliteError(error);
}

function followedOn(
  database: Database,
  ask: (database: Database, call: StatementCall) => Promise<Answer>,
): Followed {
  return {
    ask: (call) => ask(database, call),
    // The driver runs statements in their order: this comes before whatever is asked next.
    abandon: () => {
      database.run('ROLLBACK', () => undefined);
    },
  };
}

// Nothing stays prepared: the driver could not close a connection with open statements.
function answer(database: Database, { statement: { text }, parameters }: StatementCall): Promise<Answer> {
  const returnsRows = text.startsWith('SELECT') || text.includes(' RETURNING ');
  return returnsRows ? rowsOf(database, text, parameters) : change(database, text, parameters);
}

/** The driver makes objects. No two columns of a statement of ours have one name: their values are the row. */
function rowsOf(database: Database, text: string, parameters: unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    database.all<Readonly<Record<string, unknown>>>(text, parameters, (error, objects) => {
      if (error) reject(error);
      else resolve({ rows: objects.map((object) => Object.values(object)), affected: objects.length });
    });
  });
}

function change(database: Database, text: string, parameters: unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    database.run(text, parameters, function (error) {
      if (error) reject(error);
      else resolve({ rows: [], affected: this.changes });
    });
  });
}

/** Immediate: a transaction that writes takes its lock before it reads. Some errors end it by themselves. */
function on(database: Database): Transactions {
  return { begin: 'BEGIN IMMEDIATE', run: (sql) => change(database, sql, []), spoil: () => undefined };
}
