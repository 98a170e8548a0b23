// Errors of a part of the body, as those of the whole.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { moveErrorWithin } from '../plan/faults.js';
import { DatabaseError } from './database-error.js';

/** Moves an error into the body. `place` is the pointer to the part that failed, `entity` that of its row if it differs. */
export function placeError(error: unknown, place: string, entity: EntityModel | null = null): unknown {
  if (error instanceof ApiError) return moveErrorWithin(error, place);
  return error instanceof DatabaseError ? error.within(place, entity) : error;
}
