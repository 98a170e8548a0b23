// How the use of a connection ends before its work does.
import { DatabaseError } from '../../execute/database-error.js';
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
