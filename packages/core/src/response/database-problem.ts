// Database errors -> the problems that clients get.
import { ApiError, type Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { ConstraintModel } from '../model/resolve/constraint-model.js';
import { moveErrorWithin } from '../plan/faults.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { Operation } from '../vocabulary/operation.js';
import type { DatabaseError, DatabaseErrorKind } from '../execute/database-error.js';

/** What the failed statement was for, and the declared constraints. */
export interface FailedStatement {
  readonly entity: EntityModel;
  readonly operation: Operation;
  /** False where the request has no body to point into. */
  readonly hasBody: boolean;
  readonly constraints: ConstraintModel;
}

const apiErrorByKind: Readonly<
  Record<DatabaseErrorKind, (error: DatabaseError, refused: FailedStatement) => ApiError>
> = {
  unique: toAlreadyExists,
  'foreign-key': (error, { operation }) =>
    new ApiError(operation === 'delete' ? 'still_referenced' : 'edge_conflict', {
      detail:
        operation === 'delete'
          ? 'Other entities still refer to this one; update or delete them first.'
          : 'An entity that the request refers to is gone.',
      cause: error,
    }),
  // The schema allowed a value that the column does not hold. The log shows this gap.
  value: toInvalidRequest,
  conflict: toUnavailable,
  locked: toUnavailable,
  timeout: (error) =>
    new ApiError('timeout', { detail: 'The database did not finish in time.', cause: error }),
  // The client disconnected: it does not read the answer.
  cancelled: toUnavailable,
  unavailable: toUnavailable,
  unprintable: toInternalError,
  unknown: toInternalError,
};

function toInternalError(cause: DatabaseError): ApiError {
  return new ApiError('internal_error', { cause });
}

/**
 * Names of tables and drivers stay in `cause`, for the log. Names of constraints do not:
 * docs/decisions/0032-names-of-constraints.md.
 */
export function toApiError(error: DatabaseError, refused: FailedStatement): ApiError {
  const { entity, place } = error;
  const problem = apiErrorByKind[error.kind](error, entity ? { ...refused, entity } : refused);
  return place === '' ? problem : moveErrorWithin(problem, place);
}

function toInvalidRequest(
  error: DatabaseError,
  { entity, operation, hasBody, constraints }: FailedStatement,
): ApiError {
  const note = constraints.findNote(entity, { constraint: error.constraint, columns: [] });
  const name = getPublicName(error, constraints);
  const detail =
    note?.detail ?? (name === null ? describeRefusal(operation) : `The constraint '${name}' is violated.`);
  const faults: readonly Fault[] =
    note && hasBody ? [{ pointer: note.pointer ?? '', code: 'invalid', detail }] : [];
  return new ApiError('invalid_request', { detail, faults, cause: error });
}

/** A read stores nothing: a sum may exceed its type. */
function describeRefusal(operation: Operation): string {
  return operation === 'list' || operation === 'read'
    ? 'A value that the database computes for this request is out of range.'
    : 'The database refused a value.';
}

/** Names that the entities declare, and single words. For a constraint without a name, SQLite reports its SQL. */
function getPublicName({ constraint }: DatabaseError, constraints: ConstraintModel): string | null {
  if (constraint === null) return null;
  return constraints.declares(constraint) || /^[A-Za-z]\w*$/.test(constraint) ? constraint : null;
}

function toAlreadyExists(error: DatabaseError, refused: FailedStatement): ApiError {
  const { entity, operation, hasBody, constraints } = refused;
  const columns = error.columns === 'key' ? entity.key.map(({ column }) => column) : error.columns;
  const isOwn = error.table === null || error.table === entity.table.path.split('.').at(-1);
  const members = isOwn ? columns.flatMap((column) => findMember(entity, operation, column)) : [];
  const note = isOwn ? constraints.findNote(entity, { constraint: error.constraint, columns }) : undefined;
  const name = columns.length === 0 ? getPublicName(error, constraints) : null;
  const detail = note?.detail ?? describeTaken(members, name);
  const settable = members.filter((member) => member.settable[getBodyKind(operation)]);
  const pointers =
    note?.pointer === undefined ? settable.map((member) => toPointer(member.name)) : [note.pointer];
  return new ApiError('already_exists', {
    ...(detail === undefined ? {} : { detail }),
    faults: (hasBody ? pointers : []).map((pointer) => ({
      pointer,
      code: 'taken',
      detail: detail ?? 'This value is taken.',
    })),
    cause: error,
  });
}

function describeTaken(members: readonly Member[], constraint: string | null): string | undefined {
  const names = members.map(({ name }) => name);
  if (names.length > 1) return `This combination of ${names.join(' and ')} is taken.`;
  if (names.length === 1) return `This ${names.join('')} is taken.`;
  return constraint === null
    ? undefined
    : `A value that must be unique is taken: see the constraint '${constraint}'.`;
}

type Member = Pick<EntityModel['fields'][number], 'name' | 'settable'>;

/**
 * The visible member of the entity that a column belongs to. A foreign key may be a field and an edge: then the one that the
 * body can set.
 */
function findMember({ fields, edges }: EntityModel, operation: Operation, column: string): readonly Member[] {
  const shown: readonly Member[] = [
    ...fields.filter((field) => field.column === column),
    ...edges.filter(({ join }) => join.kind === 'own' && join.columns.includes(column)),
  ];
  return [shown.find(({ settable }) => settable[getBodyKind(operation)]) ?? shown[0]].filter(
    (member) => member !== undefined,
  );
}

/** The operation whose body the request has, or would have. */
function getBodyKind(operation: Operation): 'create' | 'update' {
  return operation === 'update' ? 'update' : 'create';
}

function toUnavailable(error: DatabaseError): ApiError {
  return new ApiError('unavailable', {
    detail: 'The database is away or busy.',
    headers: { 'retry-after': '1' },
    cause: error,
  });
}
