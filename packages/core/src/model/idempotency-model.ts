// Where idempotency keys are stored, whose they are, and how long they are kept.
import type { Idempotency } from '../vocabulary/idempotency.js';

/** A key, what was asked with it, and the answer. */
export interface IdempotencyRow {
  /** SHA-256 of scope and key. */
  readonly id: string;
  /** SHA-256 of the request. */
  readonly fingerprint: string;
  /** Milliseconds since 1970, by the clock of the process. */
  readonly createdAt: string;
  /** JSON of the answer; null only within the transaction of the write. */
  readonly answer: string | null;
}

/** The option `idempotency`, and the table that it needs. */
export interface IdempotencyModel {
  /** Table path as TypeORM writes it. */
  readonly table: string;
  /** The name of each column. */
  readonly columns: Readonly<Record<keyof IdempotencyRow, string>>;
  readonly scope: Idempotency['scope'];
  /** How long an answer is kept, in milliseconds. */
  readonly keepMs: number;
}
