// Database errors -> the problems that clients get.
import { ApiError, type Fault } from '../errors.js';
import type { DatabaseError } from '../execute/database-error.js';
import { failureKinds, type DatabaseErrorKind } from '../execute/failure-kinds.js';
import { isLostRow } from '../execute/lost-row.js';
import type { EntityModel } from '../model/api-model.js';
import type { ConstraintModel } from '../model/resolve/constraint-model.js';
import type { RefusalModel } from '../model/resolve/refusal-model.js';
import { moveErrorWithin } from '../plan/faults.js';
import type { Operation } from '../vocabulary/operation.js';
import { findMembers, listPointers, listSettablePointers, type Member } from './body-members.js';
import { describeRaisedError } from './raised-error.js';

/** What the failed statement was for, and the author's words on constraints and errors. */
export interface FailedStatement extends RefusalModel {
  readonly entity: EntityModel;
  readonly operation: Operation;
  /** False where the request has no body to point into, or a list of which an unknown item has failed. */
  readonly hasBody: boolean;
}

/** A problem, and whether only the database knows the violated rule: neither a schema nor an option covers it. */
export interface TranslatedError {
  readonly problem: ApiError;
  readonly isGap: boolean;
}

type ToProblem = (error: DatabaseError, refused: FailedStatement) => TranslatedError;

const translations: Readonly<Record<DatabaseErrorKind, ToProblem>> = {
  unique: covered(toAlreadyExists),
  exclusion: toConstraintProblem,
  'foreign-key': covered(toReferenceConflict),
  value: toValueProblem,
  'too-large': covered((cause) => {
    const detail = 'The database does not take a value of this size.';
    return new ApiError('body_too_large', { detail, cause });
  }),
  refused: (cause) => {
    const detail = 'A rule of the database does not allow the change.';
    return { problem: new ApiError('conflict', { detail, cause }), isGap: true };
  },
  computed: covered(toInternalError),
  overflow: covered(toInternalError),
  unprintable: covered(toInternalError),
  unknown: covered(toInternalError),
  conflict: covered((error) => (isLostRow(error) ? toInternalError(error) : toUnavailable(error))),
  locked: covered(toUnavailable),
  timeout: covered(
    (cause) => new ApiError('timeout', { detail: 'The database did not finish in time.', cause }),
  ),
  cancelled: covered(toUnavailable),
  unavailable: covered(toUnavailable),
  away: covered(toUnavailable),
};

/** A translation whose problem says all there is to say. */
function covered(toProblem: (error: DatabaseError, refused: FailedStatement) => ApiError): ToProblem {
  return (error, refused) => ({ problem: toProblem(error, refused), isGap: false });
}

function toInternalError(cause: DatabaseError): ApiError {
  return new ApiError('internal_error', { cause });
}

function toUnavailable(cause: DatabaseError): ApiError {
  const { retryAfter } = failureKinds[cause.kind];
  return new ApiError('unavailable', {
    detail: 'The database is away or busy.',
    headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
    cause,
  });
}

/**
 * Names of tables and drivers stay in `cause`, for the log. Names of constraints do not:
 * docs/decisions/0032-names-of-constraints.md. Text of the database leaves the server only where the author's rule quotes it.
 */
export function translateDatabaseError(error: DatabaseError, failed: FailedStatement): TranslatedError {
  const { entity, place, kind } = error;
  const hasBody = failed.hasBody && place !== null;
  const refused = { ...failed, hasBody, entity: entity ?? failed.entity };
  const { problem, isGap } = toMappedProblem(error, refused) ?? translations[kind](error, refused);
  return { problem: place ? moveErrorWithin(problem, place) : problem, isGap };
}

/** The problem to which the author maps the error. Passing failures cannot be mapped: a rule that matches all would hide them. */
function toMappedProblem(error: DatabaseError, refused: FailedStatement): TranslatedError | null {
  const { databaseErrors } = refused;
  if (databaseErrors.rules.length === 0 || failureKinds[error.kind].lasts === 'passing') return null;
  const mapped = databaseErrors.find(describeRaisedError(error));
  if (!mapped) return null;
  const { problem, detail, pointer } = mapped;
  const faults: readonly Fault[] =
    pointer !== undefined && canPointTo(refused, pointer)
      ? [{ pointer, code: 'invalid', detail: detail ?? 'A rule of the database does not allow this value.' }]
      : [];
  const details = { ...(detail === undefined ? {} : { detail }), faults, cause: error };
  return { problem: new ApiError(problem, details), isGap: false };
}

function canPointTo({ hasBody, entity, operation }: FailedStatement, pointer: string): boolean {
  return hasBody && (pointer === '' || listSettablePointers(entity, operation).includes(pointer));
}

function toReferenceConflict(cause: DatabaseError, { operation }: FailedStatement): ApiError {
  return operation === 'delete'
    ? new ApiError('still_referenced', {
        detail: 'Other entities still refer to this one; update or delete them first.',
        cause,
      })
    : new ApiError('edge_conflict', { detail: 'An entity that the request refers to is gone.', cause });
}

/** A value that the schema accepts and its column does not. A read stores none. */
function toValueProblem(error: DatabaseError, refused: FailedStatement): TranslatedError {
  const { entity, operation, constraints } = refused;
  const isRead = operation === 'list' || operation === 'read';
  const columns = error.columns === 'key' || isRead ? [] : error.columns;
  const indexed = error.constraint === null ? [] : constraints.listColumns(entity, error.constraint);
  const [code, why] =
    columns.length > 0
      ? (['invalid', ''] as const)
      : (['too_long', ': an index of the database limits its length'] as const);
  const members = isOwnTable(error, entity)
    ? findMembers(refused, columns.length > 0 ? columns : indexed)
    : [];
  if (members.length === 0) return toConstraintProblem(error, refused);
  const detail = `The value of ${joinNames(members)} cannot be stored${why}.`;
  const pointers = refused.hasBody ? listPointers(members, operation) : [];
  const faults = pointers.map((pointer) => ({ pointer, code, detail }));
  return { problem: new ApiError('invalid_request', { detail, faults, cause: error }), isGap: true };
}

/** A constraint that a schema cannot express. */
function toConstraintProblem(
  cause: DatabaseError,
  { entity, operation, hasBody, constraints }: FailedStatement,
): TranslatedError {
  const { kind, constraint } = cause;
  const note = constraints.findNote(entity, { constraint, columns: [] });
  const name = getPublicName(constraint, constraints);
  const detail =
    note?.detail ?? (name === null ? describeRefusal(operation) : `The constraint '${name}' is violated.`);
  const [problem, code] =
    kind === 'exclusion' ? (['conflict', 'conflict'] as const) : (['invalid_request', 'invalid'] as const);
  const faults: readonly Fault[] = note && hasBody ? [{ pointer: note.pointer ?? '', code, detail }] : [];
  return { problem: new ApiError(problem, { detail, faults, cause }), isGap: note === undefined };
}

/** A read stores nothing: a value of the request does not fit the column that it is compared with. */
function describeRefusal(operation: Operation): string {
  return operation === 'list' || operation === 'read'
    ? 'A value of the request is out of range.'
    : 'The database refused a value.';
}

/** Names that the entities declare, and single words. For a constraint without a name, SQLite reports its SQL. */
function getPublicName(constraint: string | null, constraints: ConstraintModel): string | null {
  if (constraint === null) return null;
  return constraints.declares(constraint) || /^[A-Za-z]\w*$/.test(constraint) ? constraint : null;
}

function toAlreadyExists(error: DatabaseError, refused: FailedStatement): ApiError {
  const { entity, operation, hasBody, constraints } = refused;
  const columns = error.columns === 'key' ? entity.key.map(({ column }) => column) : error.columns;
  const isOwn = isOwnTable(error, entity);
  const members = isOwn ? findMembers(refused, columns) : [];
  const note = isOwn ? constraints.findNote(entity, { constraint: error.constraint, columns }) : undefined;
  const name = columns.length === 0 ? getPublicName(error.constraint, constraints) : null;
  const detail = note?.detail ?? describeTaken(members, name);
  const pointers = note?.pointer === undefined ? listPointers(members, operation) : [note.pointer];
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

function isOwnTable({ table }: DatabaseError, entity: EntityModel): boolean {
  return table === null || table === entity.table.path.split('.').at(-1);
}

function describeTaken(members: readonly Member[], constraint: string | null): string | undefined {
  if (members.length > 1) return `This combination of ${joinNames(members)} is taken.`;
  if (members.length === 1) return `This ${joinNames(members)} is taken.`;
  return constraint === null
    ? undefined
    : `A value that must be unique is taken: see the constraint '${constraint}'.`;
}

function joinNames(members: readonly Member[]): string {
  return members.map(({ name }) => name).join(' and ');
}
