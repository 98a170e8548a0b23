// Rows of a statement up to a maximum of bytes. Further rows are not read, or are discarded.
import type { Row } from '../sql/row-renderer.js';
import type { QueryResult } from '../execute/script.js';

/** Approximate size of a number or a date. */
const scalarBytes = 8;

/** Collects rows up to a maximum of bytes. The first row is kept whatever its size. */
export class BoundedRows<R extends Row> {
  readonly #maxBytes: number;
  readonly #rows: R[] = [];
  #bytes = 0;
  #cut: { readonly next: unknown } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a row of `bytes` bytes. Returns false once a row was cut. */
  add(row: R, bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#cut) return false;
    if (this.#bytes <= this.#maxBytes || this.#rows.length === 0) this.#rows.push(row);
    else this.#cut = { next: row.at(-1) };
    return !this.#cut;
  }

  /** `affected`: as the server reports it; otherwise the number of kept rows. */
  toResult(affected = this.#rows.length): QueryResult & { readonly rows: readonly R[] } {
    const rows = this.#rows;
    return this.#cut ? { rows, affected, cut: this.#cut } : { rows, affected };
  }
}

/** Reads rows until `maxBytes` are exceeded. */
export function readBounded(maxBytes: number, rows: Iterable<Row>): QueryResult {
  const within = new BoundedRows(maxBytes);
  for (const row of rows) if (!within.add(row, estimateBytes(row))) break;
  return within.toResult();
}

/** The size of a row in UTF-8, at least where its texts are ASCII. The row takes no fewer bytes in a response. */
export function estimateBytes(row: Row): number {
  let bytes = 0;
  for (const value of row)
    // A row of a UNION is NULL in the columns of the other parts, which are not printed.
    if (value !== null)
      bytes += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : scalarBytes;
  return bytes;
}
