// Reads of a SQLite file by sqlite3 that scan tables: in a transaction on their own connection, so that they block no other
// request. The driver runs statements in threads and can interrupt them.
import type { Database } from 'sqlite3';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import type { TableScan } from '../../sql/condition-scans.js';
import { DatabaseError } from '../../execute/database-error.js';
import type { SnapshotRead } from '../../execute/executor.js';
import type { QueryResult } from '../../execute/script.js';
import { classifyErrorOfRead, isSetupMissing } from './sqlite-errors.js';
import { readInTransaction, type RunStatement } from './sqlite3-queries.js';
import { getTurns } from './connection-turns.js';

/** The statements of one read. */
export interface LongRead extends SnapshotRead {
  readonly scans: readonly TableScan[];
  readonly signal: AbortSignal | undefined;
}

/** Runs a read on the second connection; null where it must run on the connection that all requests share. */
type ReadOnSecondConnection = (read: LongRead) => Promise<readonly QueryResult[] | null>;

/** The part of TypeORM's SQLite driver that holds the connection and the module. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  readonly sqlite: {
    readonly OPEN_READONLY: number;
    readonly Database: new (file: string, mode: number, opened: (error: Error | null) => void) => Database;
  };
}

/** The second connection to a file. */
interface SecondConnection {
  /** The first connection, to the same file. */
  readonly primary: Database;
  readonly database: Database;
}

export function createSqlite3LongReads(
  dataSource: DataSource,
  { timeouts }: Settings,
  run: RunStatement,
): ReadOnSecondConnection {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  const file = String(dataSource.options.database);
  let known: Promise<SecondConnection> | undefined;
  const current = async (): Promise<SecondConnection | null> => {
    const opening = (known ??= openSecondConnection(driver, file, timeouts.acquireMs));
    const second = await opening.catch(() => null);
    if (second?.primary === driver.databaseConnection) return second;
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
    const read = () =>
      runInterruptibly(() => readInTransaction(run, database, { first, further }), {
        database,
        statementMs: timeouts.statementMs,
        signal,
      });
    const turns = getTurns(database, () => false);
    return turns.hold(read, { bounds: { deadline, signal }, arrival: turns.arrive() });
  };
}

/** What work runs on, and what ends it. */
interface InterruptOptions {
  readonly database: Database;
  readonly statementMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The result of the work; null where the connection cannot do it. */
async function runInterruptibly<T>(
  work: () => Promise<T>,
  { database, statementMs, signal }: InterruptOptions,
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
    if (!interruption && isSetupMissing(error)) return null;
    throw interruption ?? classifyErrorOfRead(error);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
  }
}

function openSecondConnection(
  driver: ConnectedDriver,
  file: string,
  busyMs: number,
): Promise<SecondConnection> {
  const beside = driver.databaseConnection;
  const { Database, OPEN_READONLY } = driver.sqlite;
  return new Promise((resolve, reject) => {
    const database = new Database(file, OPEN_READONLY, (error) => {
      if (error) reject(classifyErrorOfRead(error));
      else {
        database.configure('busyTimeout', busyMs);
        resolve({ primary: beside, database });
      }
    });
  });
}
