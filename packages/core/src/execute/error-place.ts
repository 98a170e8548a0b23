// Errors of a part of the body, as those of the whole.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { moveErrorWithin } from '../plan/faults.js';
import { asOwnError } from './database-error.js';

/** Moves an error into the body. `place` is the pointer to the part that failed, `entity` that of its row if it differs. */
export function placeError(error: unknown, place: string, entity: EntityModel | null = null): unknown {
  const own = asOwnError(error);
  if (own instanceof ApiError) return moveErrorWithin(own, place);
  return own ? own.within(place, entity) : error;
}
