// Decides which reads of better-sqlite3 run in another process: those of a file that may take long, by the sizes of the
// tables they scan.
import type { Database } from 'better-sqlite3';
import { resolve } from 'node:path';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import type { TableScan } from '../../sql/condition-scans.js';
import type { Awaitable } from '../../execute/awaitable.js';
import { getStringProperty } from '../../execute/database-error.js';
import type { SnapshotRead } from '../../execute/executor.js';
import type { QueryResult } from '../../execute/script.js';
import modules from './sqlite-driver-path.cjs';
import { classifyErrorOfRead, isSetupMissing } from './sqlite-errors.js';
import { ReaderUnavailableError, ReaderPool } from './reader-pool.js';
import type { WaitBounds } from './wait-bounds.js';

/** The statements of one read. */
export interface LongRead extends SnapshotRead {
  readonly scans: readonly TableScan[];
  readonly bounds: WaitBounds;
  /** Runs the same read on the application's connection. */
  readonly readLocally: () => Awaitable<readonly QueryResult[]>;
}

/** Reads in other processes. */
export interface LongReads {
  /** Whether a read with these scans should run in another process. */
  mayTakeLong(scans: readonly TableScan[]): boolean;
  /** Runs a read in another process, or locally where none can read the database. */
  read(read: LongRead): Promise<readonly QueryResult[]>;
}

/** The part of TypeORM's better-sqlite3 driver that holds the connection. */
interface ConnectedDriver {
  readonly databaseConnection: Database;
  /** The module. */
  readonly sqlite: unknown;
}

/** The state of one connection. */
interface ConnectionState {
  readonly database: Database;
  readonly sizes: TableSizes;
  /** Null where no other process can read the database: it is in memory, or an attempt failed. */
  readers: ReaderPool | null;
}

export function createBetterSqlite3LongReads(dataSource: DataSource, settings: Settings): LongReads {
  const driver = dataSource.driver as Driver & ConnectedDriver;
  let known: ConnectionState | undefined;
  const current = (): ConnectionState => {
    const database = driver.databaseConnection;
    if (known?.database === database) return known;
    known?.readers?.close();
    known = { database, sizes: new TableSizes(), readers: createReaderPool(dataSource, driver, settings) };
    return known;
  };
  const estimateComparisons = ({ database, sizes }: ConnectionState, scans: readonly TableScan[]) => {
    for (const table of sizes.findUncounted(scans))
      sizes.recordRows(table, countRows(database, table, driver));
    const textBytes = scans.some(({ long }) => long) ? sizes.fileBytes(() => measureFile(database)) : 0;
    return sizes.estimateComparisons(scans, textBytes);
  };
  return {
    mayTakeLong(scans) {
      if (scans.length === 0) return false;
      const state = current();
      return state.readers !== null && estimateComparisons(state, scans) > maxComparisons;
    },
    async read(read) {
      const state = current();
      const { readers } = state;
      if (!readers) return read.readLocally();
      const expectedMs = estimateComparisons(state, read.scans) / comparisonsPerMs;
      return readInProcess({ readers, expectedMs }, read, (error) => {
        // Another read may have been first, or the data source may have been reopened.
        if (known?.readers !== readers) return;
        known.readers = null;
        readers.close();
        settings.logger.warn({ error }, 'No other process can read the database: long reads block this one.');
      });
    },
  };
}

async function readInProcess(
  { readers, expectedMs }: { readonly readers: ReaderPool; readonly expectedMs: number },
  { readLocally, bounds, first, further }: LongRead,
  giveUp: (error: { readonly message: string }) => void,
): Promise<readonly QueryResult[]> {
  try {
    return await readers.read({ first, further }, expectedMs, bounds);
  } catch (error) {
    const cause = isSetupMissing(error)
      ? error
      : error instanceof ReaderUnavailableError
        ? error.cause
        : null;
    if (cause === null) throw classifyErrorOfRead(error);
    // A statement that fails here too is not the fault of the other process.
    const answers = await readLocally();
    giveUp({ message: getStringProperty(cause, 'message') });
    return answers;
  }
}

function measureFile(database: Database): number {
  const [pages, bytes] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  );
  return (pages ?? 0) * (bytes ?? 0);
}

/** Infinity for a view or a table without row ids. */
function countRows(database: Database, table: string, driver: Driver): number {
  try {
    const query = buildSizeQuery(table, (name) => driver.escape(name));
    return Number(database.prepare(query).pluck().get());
  } catch {
    return Infinity;
  }
}

function createReaderPool(
  { options, logger }: DataSource,
  { databaseConnection, sqlite }: ConnectedDriver,
  { timeouts, limits }: Settings,
): ReaderPool | null {
  const driver = databaseConnection.memory ? undefined : modules.driverPath(sqlite);
  if (driver === undefined) return null;
  const nativeBinding: unknown = 'nativeBinding' in options ? options.nativeBinding : undefined;
  return new ReaderPool(
    {
      driver,
      nativeBinding: typeof nativeBinding === 'string' ? nativeBinding : undefined,
      file: resolve(databaseConnection.name),
      attached: listAttachedFiles(databaseConnection),
      busyMs: timeouts.acquireMs,
      maxBytes: limits.responseBytes,
    },
    timeouts,
    logger,
  );
}

function listAttachedFiles(database: Database): readonly AttachedFile[] {
  const files = database.pragma('database_list') as readonly AttachedFile[];
  return files.filter(({ name, file }) => name !== 'main' && name !== 'temp' && file !== '');
}

interface AttachedFile {
  readonly name: string;
  readonly file: string;
}

/**
 * Maximum of comparisons on the event loop: they take 2 to 5 ms. A read in another process costs about 0.1 ms more.
 */
const maxComparisons = 25_000;

/** Between the 5,000 and 12,500 that `maxComparisons` implies. */
const comparisonsPerMs = 8_000;

/** Scanning this many bytes of text takes as long as one comparison. */
const bytesPerComparison = 100;

/** How long the size of a table is cached, in milliseconds. */
const maxAgeMs = 1_000;

/** Cached sizes of the tables of one database. */
class TableSizes {
  readonly #known = new Map<string, { readonly rows: number; readonly until: number }>();

  #fileBytes = { bytes: 0, until: -Infinity };

  /** The size of the file, in bytes. Calls `measure` where the size is not cached. */
  fileBytes(measure: () => number): number {
    const now = performance.now();
    if (this.#fileBytes.until <= now) this.#fileBytes = { bytes: measure(), until: now + maxAgeMs };
    return this.#fileBytes.bytes;
  }

  /** Returns the tables to count before `estimateComparisons` is called. */
  findUncounted(scans: readonly TableScan[]): readonly string[] {
    const now = performance.now();
    return scans.flatMap(({ table, computed }) =>
      computed || (this.#known.get(table)?.until ?? 0) > now ? [] : table,
    );
  }

  /** `rows`: an upper bound; Infinity where the table cannot be counted quickly. */
  recordRows(table: string, rows: number): void {
    this.#known.set(table, { rows, until: performance.now() + maxAgeMs });
  }

  /**
   * How many comparisons a read with these scans may take. A computed source and an uncounted table may have any number of rows.
   * `textBytes`: the maximum of bytes in texts of unlimited length that the read compares.
   */
  estimateComparisons(scans: readonly TableScan[], textBytes: number): number {
    let comparisons = textBytes / bytesPerComparison;
    for (const { table, weight, computed } of scans)
      comparisons += ((computed ? undefined : this.#known.get(table)?.rows) ?? Infinity) * weight;
    return comparisons;
  }
}

/** Counts the row ids between the smallest and the largest, an upper bound that needs no scan. NULL for an empty table. */
function buildSizeQuery(table: string, quote: (identifier: string) => string): string {
  const from = `FROM ${table.split('.').map(quote).join('.')}`;
  return `SELECT (SELECT max(rowid) ${from}) - (SELECT min(rowid) ${from}) + 1 AS size`;
}
