// Maps result codes of SQLite to kinds of errors.
import type { ApiError } from '../../errors.js';
import {
  asOwnError,
  DatabaseError,
  getStringProperty,
  isErrorOfRead,
  noteErrorOfRead,
  type ViolatedConstraint,
} from '../../execute/database-error.js';
import { failureKinds, type DatabaseErrorKind } from '../../execute/failure-kinds.js';

/** Result codes by their first characters. The first match counts. */
export const sqliteFailures: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'refused'],
  ['SQLITE_CONSTRAINT', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'too-large'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_FULL', 'unavailable'],
  ['SQLITE_READONLY', 'away'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_CANTOPEN', 'away'],
  ['SQLITE_PROTOCOL', 'unavailable'],
  ['SQLITE_INTERRUPT', 'timeout'],
];

/** Passes errors of ours through; an error without a code of SQLite is `unknown`. */
export function classifySqliteError(error: unknown): ApiError | DatabaseError {
  const own = asOwnError(error);
  if (own) return own;
  const message = getStringProperty(error, 'message');
  const code = deriveExtendedCode(getStringProperty(error, 'code'), message);
  const kind = sqliteFailures.find(([prefix]) => code.startsWith(prefix))?.[1] ?? classifyMessage(message);
  const isComputed = failureKinds[kind].isOfValues && isErrorOfRead(error);
  if (isComputed) return new DatabaseError(isUnprintable(message) ? 'unprintable' : 'computed', error);
  return new DatabaseError(kind, error, parseViolatedConstraint(code, message));
}

/** Classifies the error of a statement that reads, on another connection. */
export function classifyErrorOfRead(error: unknown): ApiError | DatabaseError {
  noteErrorOfRead(error, 'SELECT');
  return classifySqliteError(error);
}

/** Failures of functions, which have no code: of JSON, and of integers. */
function classifyMessage(message: string): DatabaseErrorKind {
  return isUnprintable(message) || message.includes('integer overflow') ? 'value' : 'unknown';
}

/** Recognizes values that the statements of the dialect cannot print, such as BLOBs. */
function isUnprintable(message: string): boolean {
  return /JSON cannot hold BLOB values|malformed JSON/.test(message);
}

/**
 * Whether a statement may have failed on a second connection because that one lacks the setup of the first: functions,
 * collations, temporary tables, attached files, a key. SQLite has no specific code for most of them.
 */
export function isSetupMissing(error: unknown): boolean {
  return ['SQLITE_ERROR', 'SQLITE_NOTADB'].includes(getStringProperty(error, 'code'));
}

/** sqlite3 reports the primary code only; the message names the kind of constraint, or is that of a trigger. */
function deriveExtendedCode(code: string, message: string): string {
  if (code !== 'SQLITE_CONSTRAINT') return code;
  const text = message.replace(/^SQLITE_CONSTRAINT: /, '');
  const constraint = /^([A-Z ]+) constraint failed/.exec(text)?.[1];
  if (constraint !== undefined) return `${code}_${constraint.replaceAll(' ', '')}`;
  return /^(?:constraint failed$|cannot store \w+ value in )/.test(text) ? code : `${code}_TRIGGER`;
}

/**
 * `UNIQUE constraint failed: user.email, user.name` names the columns, or `index 'name'` for an index with expressions.
 * `CHECK constraint failed: name` has the SQL of a check without a name. SQLite does not translate its messages.
 */
function parseViolatedConstraint(code: string, message: string): ViolatedConstraint {
  const violated = /constraint failed: (.+)$/s.exec(message)?.[1];
  if (violated === undefined) return {};
  if (code === 'SQLITE_CONSTRAINT_CHECK') return { constraint: violated };
  if (code === 'SQLITE_CONSTRAINT_NOTNULL') return parseColumns(violated);
  if (!uniqueCodes.has(code)) return {};
  const constraint = /^index '(.+)'$/.exec(violated)?.[1];
  if (constraint !== undefined) return { constraint };
  return parseColumns(violated);
}

/** `user.email, user.name` */
function parseColumns(list: string): ViolatedConstraint {
  const columns = list.split(', ');
  return {
    columns: columns.map((name) => name.slice(name.lastIndexOf('.') + 1)),
    table: columns[0]?.slice(0, columns[0].lastIndexOf('.')),
  };
}

const uniqueCodes: ReadonlySet<string> = new Set(
  sqliteFailures.filter(([, kind]) => kind === 'unique').map(([code]) => code),
);
