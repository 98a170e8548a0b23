// Reads of a SQLite file by sqlite3 that scan tables: in a transaction on their own connection, so that they block no other
// request. The driver runs statements in threads and can interrupt them.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import type { TableScan } from '../sql/table-scans.js';
import { DatabaseError } from './database-error.js';
import type { SnapshotCalls } from './executor.js';
import type { Answer } from './script.js';
import { classifySqliteError, lacksSetup } from './sqlite-error.js';
import { readInTransaction, type RunStatement } from './sqlite3-queries.js';
import { turnstileOf } from './turnstile.js';

/** The statements of one read. */
export interface LongRead extends SnapshotCalls {
  readonly scans: readonly TableScan[];
  readonly signal: AbortSignal | undefined;
}

/** Runs a read on the second connection; null where it must run on the connection that all requests share. */
export type ReadApart = (read: LongRead) => Promise<readonly Answer[] | null>;

/** The part of TypeORM's SQLite driver that holds the connection and the module. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly sqlite: {
    readonly OPEN_READONLY: number;
    readonly Database: new (file: string, mode: number, opened: (error: Error | null) => void) => Database;
  };
}

/** The second connection to a file. */
interface Apart {
  /** The first connection, to the same file. */
  readonly beside: Database;
  readonly database: Database;
}

export function longReads(dataSource: DataSource, { timeouts }: Settings, run: RunStatement): ReadApart {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const file = String(dataSource.options.database);
  let known: Promise<Apart> | undefined;
  const current = async (): Promise<Apart | null> => {
    const opening = (known ??= openApart(driver, file, timeouts.acquireMs));
    const second = await opening.catch(() => null);
    if (second?.beside === driver.databaseConnection) return second;
    // Two reads may wait for the same connection: only the first closes it.
    if (known === opening) {
      known = undefined;
      second?.database.close();
    }
    return second && current();
  };
  return async ({ first, further, scans, signal }) => {
    if (scans.length === 0 || file === '' || file.includes(':memory:')) return null;
    const second = await current();
    if (!second) return null;
    const { database } = second;
    const deadline = performance.now() + timeouts.acquireMs;
    return turnstileOf(database)(deadline, () =>
      interruptible(() => readInTransaction(run, database, { first, further }), {
        database,
        statementMs: timeouts.statementMs,
        signal,
      }),
    );
  };
}

/** What work runs on, and what ends it. */
interface Interruptible {
  readonly database: Database;
  readonly statementMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The result of the work; null where the connection cannot do it. */
async function interruptible<T>(
  work: () => Promise<T>,
  { database, statementMs, signal }: Interruptible,
): Promise<T | null> {
  let interruption: DatabaseError | undefined;
  const interrupt = (kind: 'timeout' | 'cancelled') => {
    interruption ??= new DatabaseError(kind, undefined);
    database.interrupt();
  };
  const onAbort = () => {
    interrupt('cancelled');
  };
  const late = setTimeout(interrupt, statementMs, 'timeout');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } catch (error) {
    if (!interruption && lacksSetup(error)) return null;
    throw interruption ?? classifySqliteError(error);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
  }
}

function openApart(driver: ConnectedDriver, file: string, busyMs: number): Promise<Apart> {
  const beside = driver.databaseConnection;
  const { Database, OPEN_READONLY } = driver.sqlite;
  return new Promise((resolve, reject) => {
    const database = new Database(file, OPEN_READONLY, (error) => {
      if (error) reject(classifySqliteError(error));
      else {
        database.configure('busyTimeout', busyMs);
        resolve({ beside, database });
      }
    });
  });
}
