// What a database refused, in words all drivers share.

/**
 * Why a statement failed. After a `conflict` with another transaction a retry may succeed; `locked` lasts until another
 * process is done with the file. `unprintable`: the database was to print a stored value that has no form of its kind.
 */
export type DatabaseErrorKind =
  | 'unique'
  | 'foreign-key'
  | 'value'
  | 'conflict'
  | 'locked'
  | 'timeout'
  | 'cancelled'
  | 'unavailable'
  | 'unprintable'
  | 'unknown';

/** What a database tells of a constraint that was violated. */
export interface ViolatedConstraint {
  /** Columns of a unique key; `key`: those of the primary key. */
  readonly columns?: readonly string[] | 'key';
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
}

/** A failed statement, classified by its driver's executor. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  /** Columns of a violated unique key, where the database names them; `key`: those of the primary key. */
  readonly columns: readonly string[] | 'key';
  /** Table of a violated unique key, without its schema; null where the database does not name it. */
  readonly table: string | null;
  /** Name of a violated constraint; null where the database does not name it. */
  readonly constraint: string | null;

  constructor(
    kind: DatabaseErrorKind,
    cause: unknown,
    { columns = [], table, constraint }: ViolatedConstraint = {},
  ) {
    super(`The database refused a statement (${kind}).`, { cause });
    this.kind = kind;
    this.columns = columns;
    this.table = table ?? null;
    this.constraint = constraint ?? null;
  }
}

/** Text of a member of whatever was thrown. Native drivers may throw errors of another realm: `instanceof` fails. */
export function memberOf(error: unknown, name: string): string {
  const member = readable(error, name);
  return typeof member === 'string' ? member : '';
}

/** A member of whatever was thrown: a getter may throw in its turn, and nothing would be classified or logged. */
export function readable(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    return (error as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
