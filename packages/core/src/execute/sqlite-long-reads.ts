// Which reads of better-sqlite3 are made by another process: those that may take long, of a file.
import type { Database } from 'better-sqlite3';
import { resolve } from 'node:path';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import type { TableScan } from '../sql/table-scans.js';
import type { Awaitable } from './awaitable.js';
import { memberOf } from './database-error.js';
import type { SnapshotCalls } from './executor.js';
import type { Answer } from './script.js';
import modules from './sqlite-driver-path.cjs';
import { classifySqliteError, lacksSetup } from './sqlite-error.js';
import { NoReader, SqliteReaders } from './sqlite-readers.js';

/** Reads of one request. */
export interface LongRead extends SnapshotCalls {
  readonly scans: readonly TableScan[];
  readonly signal: AbortSignal | undefined;
  /** Makes the same read on the application's connection. */
  readonly here: () => Awaitable<readonly Answer[]>;
}

/** Makes a read in another process where one can; null where it is made on the application's connection at once. */
export type ReadElsewhere = (read: LongRead) => Promise<readonly Answer[]> | null;

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  /** The module. */
  readonly sqlite: unknown;
}

/** What is known of one connection's database. */
interface Known {
  readonly database: Database;
  readonly sizes: TableSizes;
  /** Null where no other process can read it: it is in memory, or this was tried in vain. */
  readers: SqliteReaders | null;
}

/** Finds out, read by read, which of them may take long. */
export function longReads(dataSource: DataSource, settings: Settings): ReadElsewhere {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  let known: Known | undefined;
  const current = (): Known => {
    const database = driver.databaseConnection;
    if (known?.database === database) return known;
    known?.readers?.close();
    known = { database, sizes: new TableSizes(), readers: readersOf(dataSource, driver, settings) };
    return known;
  };
  return (read) => {
    if (read.scans.length === 0) return null;
    const { database, sizes, readers } = current();
    if (!readers) return null;
    for (const table of sizes.unknown(read.scans)) sizes.learn(table, countRows(database, table, driver));
    const textBytes = read.scans.some(({ long }) => long) ? sizes.fileBytes(() => fileBytes(database)) : 0;
    if (!sizes.mayTakeLong(read.scans, textBytes)) return null;
    return readBy(readers, read, (error) => {
      // Another read may have found out before, or the data source may have been opened again.
      if (known?.readers !== readers) return;
      known.readers = null;
      readers.close();
      settings.logger.warn({ error }, 'No other process can read the database: long reads stop this one.');
    });
  };
}

async function readBy(
  readers: SqliteReaders,
  { here, signal, ...calls }: LongRead,
  giveUp: (error: { readonly message: string }) => void,
): Promise<readonly Answer[]> {
  try {
    return await readers.read(calls, signal);
  } catch (error) {
    const cause = lacksSetup(error) ? error : error instanceof NoReader ? error.cause : null;
    if (cause === null) throw classifySqliteError(error);
    // A statement that fails here, too, says nothing of the other process.
    const answers = await here();
    giveUp({ message: memberOf(cause, 'message') });
    return answers;
  }
}

function fileBytes(database: Database): number {
  const [pages, bytes] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  );
  return (pages ?? 0) * (bytes ?? 0);
}

/** A table without row ids, or a view, may be as large as can be. */
function countRows(database: Database, table: string, driver: Driver): number {
  try {
    const query = sizeQuery(table, (name) => driver.escape(name));
    return Number(database.prepare(query).pluck().get());
  } catch {
    return Infinity;
  }
}

function readersOf(
  { options, logger }: DataSource,
  { databaseConnection, sqlite }: ConnectedDriver,
  { timeouts, limits }: Settings,
): SqliteReaders | null {
  const driver = databaseConnection.memory ? undefined : modules.driverPath(sqlite);
  if (driver === undefined) return null;
  const nativeBinding: unknown = 'nativeBinding' in options ? options.nativeBinding : undefined;
  return new SqliteReaders(
    {
      driver,
      nativeBinding: typeof nativeBinding === 'string' ? nativeBinding : undefined,
      file: resolve(databaseConnection.name),
      attached: attachedFiles(databaseConnection),
      busyMs: timeouts.acquireMs,
      maxBytes: limits.responseBytes,
    },
    timeouts,
    logger,
  );
}

function attachedFiles(database: Database): readonly AttachedFile[] {
  const files = database.pragma('database_list') as readonly AttachedFile[];
  return files.filter(({ name, file }) => name !== 'main' && name !== 'temp' && file !== '');
}

interface AttachedFile {
  readonly name: string;
  readonly file: string;
}

/**
 * Comparisons that may hold the event loop: they take 2 to 5 milliseconds. A read in another process costs about a tenth of
 * a millisecond more.
 */
const maxComparisons = 25_000;

/** To look through so many bytes of text takes as long as one comparison. */
const bytesPerComparison = 100;

/** How long the size of a table is cached, in milliseconds. */
const maxAgeMs = 1_000;

/** The sizes of the tables of one database, as far as they are known. */
class TableSizes {
  readonly #known = new Map<string, { readonly rows: number; readonly until: number }>();

  #fileBytes = { bytes: 0, until: -Infinity };

  /** The size of the file, in bytes. Calls `measure` where the size is not cached. */
  fileBytes(measure: () => number): number {
    const now = performance.now();
    if (this.#fileBytes.until <= now) this.#fileBytes = { bytes: measure(), until: now + maxAgeMs };
    return this.#fileBytes.bytes;
  }

  /** Tables whose rows must be counted before `mayTakeLong` is asked. */
  unknown(scans: readonly TableScan[]): readonly string[] {
    const now = performance.now();
    return scans.flatMap(({ table, computed }) =>
      computed || (this.#known.get(table)?.until ?? 0) > now ? [] : table,
    );
  }

  /** `rows`: at least as many as there are; Infinity where they cannot be counted at once. */
  learn(table: string, rows: number): void {
    this.#known.set(table, { rows, until: performance.now() + maxAgeMs });
  }

  /**
   * Whether a read with these scans may take long. What is computed, and a table that was not counted, may have any number of
   * rows. `textBytes`: the most bytes that can be compared as texts of any length.
   */
  mayTakeLong(scans: readonly TableScan[], textBytes: number): boolean {
    let comparisons = textBytes / bytesPerComparison;
    for (const { table, weight, computed } of scans)
      comparisons += ((computed ? undefined : this.#known.get(table)?.rows) ?? Infinity) * weight;
    return comparisons > maxComparisons;
  }
}

/** Counts the row ids from the least to the largest, which are found at once. Rows may be fewer. NULL in an empty table. */
function sizeQuery(table: string, quote: (identifier: string) => string): string {
  const from = `FROM ${table.split('.').map(quote).join('.')}`;
  return `SELECT (SELECT max(rowid) ${from}) - (SELECT min(rowid) ${from}) + 1 AS size`;
}
