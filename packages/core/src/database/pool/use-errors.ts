// How the use of a connection ends before its work does.
import { DatabaseError, getProperty } from '../../execute/database-error.js';
import type { DatabaseErrorKind } from '../../execute/failure-kinds.js';

/** The database gave no answer, not even to cancel requests. */
export class ConnectionTimeoutError extends DatabaseError {}

/** The transaction is committed, but perhaps not where the database promises its rows. */
export class UnconfirmedCommitError extends DatabaseError {
  constructor() {
    super('timeout', new Error('The outcome of the commit is unknown: the wait for its replication ended.'));
  }
}

export function isUnknown(error: Error): boolean {
  return error instanceof DatabaseError && error.kind === 'unknown';
}

export function createInterruption(kind: Extract<DatabaseErrorKind, 'timeout' | 'cancelled'>): DatabaseError {
  return new DatabaseError(kind, undefined);
}

/** Of PostgreSQL and MySQL: the server has too many connections, of all clients or of one. */
const fullCodes: ReadonlySet<unknown> = new Set(['53300', 1040, 1203, 1226]);

/** What a failed connect means: a server that is full is there, any other is away. */
export function toConnectError(error: unknown): DatabaseError {
  const isFull = ['code', 'errno'].some((name) => fullCodes.has(getProperty(error, name)));
  return new DatabaseError(isFull ? 'unavailable' : 'away', error);
}
