// Errors of a part of the body, as those of the whole.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { moveErrorWithin } from '../plan/faults.js';
import { asOwnError, DatabaseError } from './database-error.js';

/** Moves an error into the body. `place` is the pointer to the part that failed, `entity` that of its row if it differs. */
export function placeError(error: unknown, place: string, entity: EntityModel | null = null): unknown {
  const own = asOwnError(error);
  if (own instanceof ApiError) return moveErrorWithin(own, place);
  return own ? own.within(place, entity) : error;
}

/** Of a failed statement of a list, leaves open which item has failed. */
export function placeErrorInUnknownItem(error: unknown): unknown {
  const own = asOwnError(error);
  return own instanceof DatabaseError ? own.withinUnknownItem() : error;
}
