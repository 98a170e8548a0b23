// SQLite by sqlite3, the asynchronous driver of TypeORM 0.3: one connection for all requests, which take turns. A transaction
// of the application's own code is waited for, never joined. Reads that scan tables have a connection of their own.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import { drive, inTurn, statementOf } from './drive.js';
import { noFurther, type Executor } from './executor.js';
import type { FollowedCalls } from './followed-write.js';
import { patiently } from './retry.js';
import type { Script } from './script.js';
import { classifySqliteError } from './sqlite-error.js';
import { sqliteFollowedWrite } from './sqlite-followed-write.js';
import { longReads } from './sqlite3-long-reads.js';
import {
  readInTurn,
  runChange,
  sqlite3Queries,
  transactionsOn,
  type RunStatement,
} from './sqlite3-queries.js';
import { transact } from './transaction.js';
import { turnstileOf, untilFree } from './turnstile.js';

/** The part of TypeORM's SQLite driver that holds the connection and the one query runner of all callers. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly queryRunner?: { readonly isTransactionActive: boolean };
}

/** Runs scripts on the one connection of sqlite3. */
export function sqlite3Executor(dataSource: DataSource, settings: Settings): Executor {
  const { acquireMs, statementMs } = settings.timeouts;
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const ask = sqlite3Queries(dataSource, settings.limits.responseBytes);
  const readApart = longReads(dataSource, settings, ask);
  const executor = (signal?: AbortSignal): Executor => {
    const onFree = async <T>(work: (database: Database) => Promise<T>, deadline: number) => {
      await untilFree(() => driver.queryRunner?.isTransactionActive === true, deadline, signal);
      // Read the connection each time: a data source that was closed and opened again has another.
      return work(driver.databaseConnection).catch(rethrow);
    };
    const alone = <T>(work: (database: Database) => Promise<T>) => {
      const deadline = performance.now() + acquireMs;
      return turnstileOf(dataSource)(deadline, () =>
        // The driver waits for a locked file in a thread of its own: the event loop stays free.
        patiently(() => onFree(work, deadline), { deadline, signal }),
      );
    };
    const write = <T>(script: () => Script<T>) => alone((database) => inTransaction(ask, database, script()));
    return {
      read: async (call, scans) => {
        const answers = await readApart({ first: call, further: noFurther, scans, signal });
        return answers?.[0] ?? alone((database) => ask(database, call));
      },
      readSnapshot: async (first, further, scans) => {
        const answers = await readApart({ first, further, scans, signal });
        return answers ?? alone((database) => readInTurn(ask, database, { first, further }));
      },
      write,
      writeTogether: (calls) => write(() => inTurn(calls)),
      followedWrite: (script) =>
        alone((database) =>
          sqliteFollowedWrite(script(), { dataSource, statementMs, ...followedOn(database, ask) }),
        ),
      ping: () => alone((database) => runChange(database, 'SELECT 1', [])).then(() => undefined),
      until: executor,
    };
  };
  return executor();
}

function rethrow(error: unknown): never {
  throw classifySqliteError(error);
}

function inTransaction<T>(ask: RunStatement, database: Database, script: Script<T>): Promise<T> {
  return transact(transactionsOn(database, 'BEGIN IMMEDIATE'), () =>
    drive(script, (call) => ask(database, statementOf(call))),
  );
}

function followedOn(database: Database, ask: RunStatement): FollowedCalls {
  return {
    ask: (call) => ask(database, call),
    // The driver runs statements in order: the rollback comes before any later statement.
    abandon: () => {
      database.run('ROLLBACK', () => undefined);
    },
  };
}
