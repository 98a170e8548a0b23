// Maps SQLSTATEs of PostgreSQL and error codes of the network to kinds of errors.
import { ApiError } from '../../errors.js';
import { DatabaseError, getStringProperty, type DatabaseErrorKind } from '../../execute/database-error.js';

const kindByState: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['23505', 'unique'],
  ['23503', 'foreign-key'],
  ['23001', 'foreign-key'],
  ['23', 'value'],
  ['22', 'value'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  // A prepared statement is gone or outdated: the next attempt prepares it again.
  ['26000', 'conflict'],
  ['0A000', 'conflict'],
  // A pooler has lent us the session of somebody who prepared another one under the name.
  ['42P05', 'conflict'],
  ['57014', 'timeout'],
  ['55P03', 'timeout'],
  ['08', 'unavailable'],
  ['57P0', 'unavailable'],
  ['53', 'unavailable'],
  ['25006', 'unavailable'],
  ['58', 'unavailable'],
  ['ECONN', 'unavailable'],
  ['EPIPE', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],
  ['EHOSTUNREACH', 'unavailable'],
  ['ENETUNREACH', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
];

/** Passes errors of ours through; an error without a known code is `unknown`. */
export function classifyPostgresError(error: unknown): ApiError | DatabaseError {
  if (error instanceof ApiError || error instanceof DatabaseError) return error;
  const code = getStringProperty(error, 'code');
  const kind = endsConnection(error) ? 'unavailable' : findKind(code, error);
  return new DatabaseError(kind, error, {
    columns: kind === 'unique' ? parseColumns(error) : [],
    table: getStringProperty(error, 'table') || undefined,
    constraint: getStringProperty(error, 'constraint') || undefined,
  });
}

/**
 * PostgreSQL and the poolers before it end a connection with an error of this severity, whatever its state: Pgpool-II says
 * `FATAL: unable to read data from DB node 0` with XX000 (src/utils/pool_stream.c).
 */
function endsConnection(error: unknown): boolean {
  return ['FATAL', 'PANIC'].includes(getStringProperty(error, 'severity'));
}

function findKind(code: string, error: unknown): DatabaseErrorKind {
  return kindByState.find(([prefix]) => code.startsWith(prefix))?.[1] ?? classifyMessage(error);
}

/** Messages of the driver itself, which have no code, that report a lost connection. */
const lostConnection =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Cannot use a pool)/;

function classifyMessage(error: unknown): DatabaseErrorKind {
  return lostConnection.test(getStringProperty(error, 'message')) ? 'unavailable' : 'unknown';
}

/** `Key (email)=(a@b) already exists.`: in every language, the first parentheses hold the columns. */
function parseColumns(error: unknown): string[] {
  const detail = getStringProperty(error, 'detail');
  const list = /\(([^()]+)\)=\(/.exec(detail)?.[1];
  return list?.split(', ').map((name) => name.replaceAll('"', '')) ?? [];
}
