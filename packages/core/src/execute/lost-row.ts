// A row that its own transaction wrote, and then does not find.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { DatabaseError } from './database-error.js';

/** Why a row is gone before its transaction ends. */
class LostRow extends Error {
  override readonly name = 'LostRow';
}

/**
 * A node of Galera rolls a transaction back for the write of another node: the next SELECT finds nothing, and COMMIT would
 * fail (1213). The next attempt finds the row, unless a trigger deletes it or changes its key.
 */
export function createLostRowError(): DatabaseError {
  const reason =
    'A written row was gone before its transaction ended: does a trigger delete it, or change its key?';
  return new DatabaseError('conflict', new LostRow(reason));
}

/** Whether an error is that of a row which every attempt has lost: no retry helps. */
export function isLostRow({ cause }: DatabaseError): boolean {
  return cause instanceof LostRow;
}

/** The error for a row that was updated and cannot be read: clients may not read rows of all classes. */
export function createUnreadError({ variants }: EntityModel): Error {
  return variants ? new ApiError('not_found') : createLostRowError();
}
