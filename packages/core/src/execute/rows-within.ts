// Rows of a statement, up to the most bytes of an answer. Rows past that are not read, or discarded.
import type { Row } from '../sql/row-renderer.js';
import type { Answer } from './script.js';

/** About what a number or a date takes. */
const otherBytes = 8;

/** Collects rows until they are too many bytes. The first is always kept: a row is there, however large it is. */
export class RowsWithin<R extends Row> {
  readonly #maxBytes: number;
  readonly #rows: R[] = [];
  #bytes = 0;
  #cut: { readonly next: unknown } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a row of so many bytes. Returns whether there is room for more. */
  add(row: R, bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#cut) return false;
    if (this.#bytes <= this.#maxBytes || this.#rows.length === 0) this.#rows.push(row);
    else this.#cut = { next: row.at(-1) };
    return !this.#cut;
  }

  /** `affected`: as the server says; otherwise the rows that were kept. */
  answer(affected = this.#rows.length): Answer & { readonly rows: readonly R[] } {
    const rows = this.#rows;
    return this.#cut ? { rows, affected, cut: this.#cut } : { rows, affected };
  }
}

/** Reads rows while there is room for them. */
export function readWithin(maxBytes: number, rows: Iterable<Row>): Answer {
  const within = new RowsWithin(maxBytes);
  for (const row of rows) if (!within.add(row, bytesOf(row))) break;
  return within.answer();
}

/** At least the bytes that the row has in UTF-8, where its texts are ASCII: as an answer, rows have more, not less. */
export function bytesOf(row: Row): number {
  let bytes = 0;
  for (const value of row)
    // A row of several parts is NULL in the columns of the others, and these are not printed.
    if (value !== null)
      bytes += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : otherBytes;
  return bytes;
}
