// Maps result codes of SQLite to kinds of errors.
import { ApiError } from '../../errors.js';
import {
  DatabaseError,
  getStringProperty,
  type DatabaseErrorKind,
  type ViolatedConstraint,
} from '../../execute/database-error.js';

const kindByCode: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'foreign-key'],
  ['SQLITE_CONSTRAINT', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'value'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_FULL', 'unavailable'],
  ['SQLITE_READONLY', 'unavailable'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_INTERRUPT', 'timeout'],
];

/** Passes errors of ours through; an error without a code of SQLite is `unknown`. */
export function classifySqliteError(error: unknown): ApiError | DatabaseError {
  if (error instanceof ApiError || error instanceof DatabaseError) return error;
  const code = deriveExtendedCode(getStringProperty(error, 'code'), getStringProperty(error, 'message'));
  const kind = kindByCode.find(([prefix]) => code.startsWith(prefix))?.[1] ?? classifyMessage(error);
  return new DatabaseError(kind, error, parseViolatedConstraint(code, getStringProperty(error, 'message')));
}

/** Recognizes values that the statements of the dialect cannot print, such as BLOBs. */
function classifyMessage(error: unknown): DatabaseErrorKind {
  return /JSON cannot hold BLOB values|malformed JSON/.test(getStringProperty(error, 'message'))
    ? 'unprintable'
    : 'unknown';
}

/**
 * Whether a statement may have failed on a second connection because that one lacks the setup of the first: functions,
 * collations, temporary tables, attached files, a key. SQLite has no specific code for most of them.
 */
export function isSetupMissing(error: unknown): boolean {
  return ['SQLITE_ERROR', 'SQLITE_NOTADB'].includes(getStringProperty(error, 'code'));
}

/** sqlite3 reports the primary code only; the message names the kind of constraint. */
function deriveExtendedCode(code: string, message: string): string {
  if (code !== 'SQLITE_CONSTRAINT') return code;
  const constraint = /([A-Z ]+) constraint failed/.exec(message)?.[1];
  return constraint === undefined ? code : `${code}_${constraint.replaceAll(' ', '')}`;
}

/**
 * `UNIQUE constraint failed: user.email, user.name` names the columns, or `index 'name'` for an index with expressions.
 * `CHECK constraint failed: name` has the SQL of a check without a name. SQLite does not translate its messages.
 */
function parseViolatedConstraint(code: string, message: string): ViolatedConstraint {
  const violated = /constraint failed: (.+)$/s.exec(message)?.[1];
  if (violated === undefined) return {};
  if (code === 'SQLITE_CONSTRAINT_CHECK') return { constraint: violated };
  if (!uniqueCodes.has(code)) return {};
  const constraint = /^index '(.+)'$/.exec(violated)?.[1];
  if (constraint !== undefined) return { constraint };
  const columns = violated.split(', ');
  return {
    columns: columns.map((name) => name.slice(name.lastIndexOf('.') + 1)),
    table: columns[0]?.slice(0, columns[0].lastIndexOf('.')),
  };
}

const uniqueCodes: ReadonlySet<string> = new Set(
  kindByCode.filter(([, kind]) => kind === 'unique').map(([code]) => code),
);
