// Maps SQLSTATEs of PostgreSQL and error codes of the network to kinds of errors.
import type { ApiError } from '../../errors.js';
import { asOwnError, DatabaseError, getStringProperty, isErrorOfRead } from '../../execute/database-error.js';
import { failureKinds, type DatabaseErrorKind } from '../../execute/failure-kinds.js';
import { classifyRaisedState, isStateOfAuthor } from '../raised-state.js';

/** SQLSTATEs and codes of the network, by their first characters. The first match counts. */
export const postgresFailures: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['23505', 'unique'],
  ['23P01', 'exclusion'],
  ['23503', 'foreign-key'],
  ['23001', 'foreign-key'],
  ['23', 'value'],
  ['22', 'value'],
  // The check option of a view.
  ['44', 'value'],
  // Rows, keys of an index and search vectors that are too long.
  ['54000', 'value'],
  ['P0001', 'refused'],
  // A read-only node: not the primary.
  ['25006', 'away'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  // A prepared statement is gone: the next attempt prepares it again.
  ['26000', 'conflict'],
  // A pooler has lent us the session of somebody who prepared another one under the name.
  ['42P05', 'conflict'],
  ['57014', 'timeout'],
  ['55P03', 'timeout'],
  ['08', 'unavailable'],
  ['57P0', 'unavailable'],
  // The server ends a session that waited or ran for too long.
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  ['530', 'unavailable'],
  ['531', 'unavailable'],
  ['532', 'unavailable'],
  ['533', 'unavailable'],
  ['580', 'unavailable'],
  ['ECONN', 'unavailable'],
  ['EPIPE', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],
  ['EHOSTUNREACH', 'unavailable'],
  ['ENETUNREACH', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
];

/**
 * Codes that stand for several failures, by the function of the server that reports them: unlike the message, its name is the
 * same in every language.
 */
const kindByRoutine: Readonly<Record<string, DatabaseErrorKind>> = {
  // The columns of a prepared statement have changed: the next attempt prepares it again.
  '0A000 RevalidateCachedQuery': 'conflict',
  // A policy of row-level security, not a privilege.
  '42501 ExecWithCheckOptions': 'refused',
};

/** Passes errors of ours through; an error without a known code is `unknown`. */
export function classifyPostgresError(error: unknown): ApiError | DatabaseError {
  const own = asOwnError(error);
  if (own) return own;
  const kind = endsConnection(error) ? 'unavailable' : findKind(error);
  return new DatabaseError(kind, error, {
    columns: findColumns(kind, error),
    table: getStringProperty(error, 'table') || undefined,
    constraint: getStringProperty(error, 'constraint') || undefined,
  });
}

/**
 * PostgreSQL and the poolers before it end a connection with an error of this severity, whatever its state: Pgpool-II says
 * `FATAL: unable to read data from DB node 0` with XX000 (src/utils/pool_stream.c). A login that is refused, or a database that does
 * not exist, lasts: such a connection was none.
 */
function endsConnection(error: unknown): boolean {
  const isFatal = ['FATAL', 'PANIC'].includes(getStringProperty(error, 'severity'));
  return isFatal && !/^(?:28|3D)/.test(getStringProperty(error, 'code'));
}

function findKind(error: unknown): DatabaseErrorKind {
  const state = getStringProperty(error, 'code');
  const routine = getStringProperty(error, 'routine');
  const isRaised = routine === 'exec_stmt_raise' || isStateOfAuthor(state);
  const kind = isRaised
    ? classifyRaisedState(state)
    : (kindByRoutine[`${state} ${routine}`] ??
      postgresFailures.find(([prefix]) => state.startsWith(prefix))?.[1] ??
      classifyMessage(error));
  if (!failureKinds[kind].isOfValues || !isErrorOfRead(error) || isOfParameter(error)) return kind;
  return routine === 'float_overflow_error' ? 'overflow' : 'computed';
}

/** The server could not read a parameter: `unnamed portal parameter $1`, in its language. */
function isOfParameter(error: unknown): boolean {
  return /^[^"\n]*\$\d+(?: = .*)?$/.test(getStringProperty(error, 'where'));
}

/** Messages of the driver itself, which have no code, that report a lost connection. */
const lostConnection =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Cannot use a pool)/;

function classifyMessage(error: unknown): DatabaseErrorKind {
  return lostConnection.test(getStringProperty(error, 'message')) ? 'unavailable' : 'unknown';
}

function findColumns(kind: DatabaseErrorKind, error: unknown): readonly string[] {
  if (kind === 'unique') return parseColumns(error);
  const column = getStringProperty(error, 'column');
  return kind === 'value' && column !== '' ? [column] : [];
}

/** `Key (email)=(a@b) already exists.`: in every language, the first parentheses hold the columns. */
function parseColumns(error: unknown): string[] {
  const detail = getStringProperty(error, 'detail');
  const list = /\(([^()]+)\)=\(/.exec(detail)?.[1];
  return list?.split(', ').map((name) => name.replaceAll('"', '')) ?? [];
}
