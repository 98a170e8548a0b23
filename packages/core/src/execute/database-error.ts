// Why a statement failed, in terms that all drivers share.
import { ApiError } from '../errors.js';
import { isInstance } from '../vocabulary/is-instance.js';
import type { EntityModel } from '../model/api-model.js';
import { UnstorableValueError } from '../vocabulary/unstorable-value.js';
import type { DatabaseErrorKind } from './failure-kinds.js';

/** What a database reports of a violated constraint. */
export interface ViolatedConstraint {
  /** Columns of a unique key, or the one that must not be null; `key`: the primary key. */
  readonly columns?: readonly string[] | 'key';
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
}

/** The part of a body whose statement failed. */
type FailedPart = Pick<DatabaseError, 'place' | 'entity'>;

const wholeBody: FailedPart = Object.freeze({ place: '', entity: null });

/** A failed statement, classified by its driver's executor. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  /** Columns of a violated unique key, or the one that must not be null, where the database names them; `key`: the primary key. */
  readonly columns: readonly string[] | 'key';
  /** Table of a violated unique key, without its schema; null where the database does not name it. */
  readonly table: string | null;
  /** Name of a violated constraint; null where the database does not name it. */
  readonly constraint: string | null;
  /** The JSON pointer to the part of the body whose statement failed; '' for the whole body, null for an unknown item of a list. */
  readonly place: string | null;
  /** The entity of that part; null for the whole body. */
  readonly entity: EntityModel | null;

  constructor(
    kind: DatabaseErrorKind,
    cause: unknown,
    { columns = [], table, constraint }: ViolatedConstraint = {},
    { place, entity }: FailedPart = wholeBody,
  ) {
    super(`The database refused a statement (${kind}).`, { cause });
    this.kind = kind;
    this.columns = columns;
    this.table = table ?? null;
    this.constraint = constraint ?? null;
    this.place = place;
    this.entity = entity;
  }

  /** Anything can be thrown, even what throws when it is examined. Holds for subclasses, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(value, this);
  }

  /** The same error, as one of a larger body. `place` is the pointer to the part that failed, `entity` what the part is of. */
  within(place: string, entity: EntityModel | null = null): DatabaseError {
    return this.#at({ place: `${place}${this.place ?? ''}`, entity: this.entity ?? entity });
  }

  /** The same error, as one of an item that is not known: a constraint that is checked at COMMIT does not tell. */
  withinUnknownItem(): DatabaseError {
    return this.#at({ place: null, entity: this.entity });
  }

  #at(part: FailedPart): DatabaseError {
    const { kind, cause, columns, table, constraint } = this;
    const violated = { columns, table: table ?? undefined, constraint: constraint ?? undefined };
    return new DatabaseError(kind, cause, violated, part);
  }
}

/** The error itself if it is one of ours; null for one of a driver. A value that a transformer refuses is a `value` error. */
export function asOwnError(error: unknown): ApiError | DatabaseError | null {
  if (error instanceof ApiError || error instanceof DatabaseError) return error;
  if (!(error instanceof UnstorableValueError)) return null;
  return new DatabaseError('value', error.cause, { columns: [error.column] });
}

const errorsOfReads = new WeakSet();

/** Notes that a statement which only reads failed with the error: what is wrong is no value to store. */
export function noteErrorOfRead(error: unknown, text: string): void {
  if (typeof error === 'object' && error !== null && isPlainRead(text)) errorsOfReads.add(error);
}

/** Whether a statement that only reads failed with the error. TypeORM's errors have the statement of a hook or listener. */
export function isErrorOfRead(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return errorsOfReads.has(error) || isPlainRead(getStringProperty(error, 'query'));
}

/** Whether a statement reads rows without locking them. */
function isPlainRead(text: string): boolean {
  return (
    /^\s*(?:SELECT|WITH)\b/i.test(text) &&
    !/ FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b|\b(?:INSERT|UPDATE|DELETE)\b/.test(text)
  );
}

/** A string property of a thrown value; otherwise ''. Drivers may throw errors of another realm: `instanceof` fails. */
export function getStringProperty(error: unknown, name: string): string {
  const member = getProperty(error, name);
  return typeof member === 'string' ? member : '';
}

/** A property of a thrown value. A getter may throw, and the error would be neither classified nor logged. */
export function getProperty(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    return (error as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
