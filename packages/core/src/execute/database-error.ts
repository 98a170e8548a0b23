// What a database refused, in words all drivers share, and what that means to a client.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { Operation } from '../vocabulary/operation.js';

/**
 * Why a statement failed. After a `conflict` with another transaction a retry may succeed; `locked` lasts until another
 * process is done with the file.
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
  | 'unknown';

/** A failed statement, classified by its driver's executor. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  /** Columns of a violated unique key, where the database names them; `key`: those of the primary key. */
  readonly columns: readonly string[] | 'key';

  constructor(kind: DatabaseErrorKind, cause: unknown, columns: readonly string[] | 'key' = []) {
    super(`The database refused a statement (${kind}).`, { cause });
    this.kind = kind;
    this.columns = columns;
  }
}

const meaning: Readonly<
  Record<DatabaseErrorKind, (error: DatabaseError, entity: EntityModel, operation: Operation) => ApiError>
> = {
  unique: alreadyExists,
  'foreign-key': (error, _entity, operation) =>
    new ApiError(operation === 'delete' ? 'still_referenced' : 'edge_conflict', {
      detail:
        operation === 'delete'
          ? 'Other entities still refer to this one; update or delete them first.'
          : 'An entity that the request refers to is gone.',
      cause: error,
    }),
  // The schema let through what the column does not hold: a gap to be closed, seen in the log.
  value: (error) =>
    new ApiError('invalid_request', { detail: 'The database refused a value.', cause: error }),
  conflict: unavailable,
  locked: unavailable,
  timeout: (error) => new ApiError('timeout', { cause: error }),
  // Its client went away: nobody reads the answer.
  cancelled: unavailable,
  unavailable,
  unknown: (error) => new ApiError('internal_error', { cause: error }),
};

/** What a client is told. Names of constraints, tables and drivers stay in `cause`, for the log. */
export function meaningOf(error: DatabaseError, entity: EntityModel, operation: Operation): ApiError {
  return meaning[error.kind](error, entity, operation);
}

function alreadyExists(error: DatabaseError, entity: EntityModel): ApiError {
  const columns = error.columns === 'key' ? entity.key.map(({ column }) => column) : error.columns;
  const names = columns.map((column) => nameOf(entity, column));
  const shown = names.filter((name) => name !== undefined);
  if (shown.length === 0 || shown.length < names.length)
    return new ApiError('already_exists', { cause: error });
  const faults = shown.map((name) => ({
    pointer: `/${name.replaceAll('.', '/')}`,
    code: 'taken' as const,
    detail:
      shown.length === 1 ? `This ${name} is taken.` : `This combination of ${shown.join(' and ')} is taken.`,
  }));
  return new ApiError('already_exists', { detail: faults[0]?.detail ?? '', faults, cause: error });
}

/** The member of the entity that a column belongs to; undefined when it does not show. */
function nameOf({ fields, edges }: EntityModel, column: string): string | undefined {
  const field = fields.find((candidate) => candidate.column === column);
  return field?.name ?? edges.find(({ join }) => join.kind === 'own' && join.column === column)?.name;
}

function unavailable(error: DatabaseError): ApiError {
  return new ApiError('unavailable', { headers: { 'retry-after': '1' }, cause: error });
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
