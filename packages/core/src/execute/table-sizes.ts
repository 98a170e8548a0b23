// How long a read of SQLite may take, at most: by the rows of the tables that it goes through.
import type { TableScan } from '../sql/table-scans.js';

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
export class TableSizes {
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
export function sizeQuery(table: string, quote: (identifier: string) => string): string {
  const from = `FROM ${table.split('.').map(quote).join('.')}`;
  return `SELECT (SELECT max(rowid) ${from}) - (SELECT min(rowid) ${from}) + 1 AS size`;
}
