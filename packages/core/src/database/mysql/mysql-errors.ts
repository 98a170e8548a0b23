// Maps error numbers of MySQL and MariaDB, and codes of the driver, to kinds of errors. Finds warnings of lost values.
import type { Connection, RowDataPacket } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { ApiError } from '../../errors.js';
import {
  asOwnError,
  DatabaseError,
  getStringProperty,
  getProperty,
  isErrorOfRead,
  type ViolatedConstraint,
} from '../../execute/database-error.js';
import { failureKinds, type DatabaseErrorKind } from '../../execute/failure-kinds.js';
import { classifyRaisedState, isStateOfAuthor } from '../raised-state.js';

/** Error numbers of MySQL and MariaDB. */
export const mysqlFailures: Readonly<Partial<Record<DatabaseErrorKind, readonly number[]>>> = {
  unique: [1022, 1062, 1169, 1586],
  'foreign-key': [1216, 1217, 1451, 1452, 1761, 1762],
  // Not null, checks, the check option of a view, too long, out of range, division by zero, not of the type, not of the
  // character set, rows that are too long, not JSON.
  value: [
    1048, 1118, 1138, 1263, 1264, 1265, 1267, 1270, 1271, 1292, 1300, 1364, 1365, 1366, 1367, 1369, 1406,
    1411, 1416, 1441, 1525, 1690, 1713, 3037, 3140, 3141, 3143, 3146, 3150, 3157, 3616, 3617, 3732, 3733,
    3751, 3819, 3854, 3903, 3988, 4025, 4036, 4037, 4038, 4039, 4040, 4041, 4078,
  ],
  // A packet, or a value that is sent in parts.
  'too-large': [1153, 1162],
  // Deadlock, lock wait timeout, record changed since (MariaDB's snapshot isolation), failed certification (Galera). 1412 and 1615:
  // another connection has altered a table since the snapshot, or while the statement was prepared; the message of 1412 asks
  // to retry the transaction.
  conflict: [1020, 1180, 1205, 1213, 1412, 1615, 3101],
  timeout: [1317, 1907, 1969, 3024],
  // No connection, too many, shutting down, killed, full. Prepared statements of a connection that are gone, as behind a proxy
  // that has changed servers (1243), or more than `max_prepared_stmt_count` (1461); more locks than InnoDB's buffer pool holds
  // (1206): the operator raises the limits.
  unavailable: [
    1021, 1040, 1041, 1042, 1053, 1077, 1079, 1080, 1081, 1095, 1114, 1152, 1158, 1159, 1160, 1161, 1203,
    1206, 1226, 1243, 1461, 1927, 2002, 2006, 2013, 4031,
  ],
  // Read-only nodes and tables, a node that is offline or has no group or cluster. Proxies without a server use its numbers: MySQL
  // Router 2003 (router/src/routing), MaxScale 1290 and 1792 (readwritesplit); 9001 is ProxySQL's own (lib/MySQL_Session.cpp).
  away: [1036, 1047, 1290, 1792, 1836, 2003, 3032, 3100, 3168, 9001],
};

const kindByNumber: ReadonlyMap<number, DatabaseErrorKind> = new Map(
  Object.entries(mysqlFailures).flatMap(([kind, numbers]) =>
    numbers.map((number) => [number, kind as DatabaseErrorKind] as const),
  ),
);

const kindByCode: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['PROTOCOL_SEQUENCE_TIMEOUT', 'timeout'],
  ['PROTOCOL_', 'unavailable'],
  ['POOL_', 'unavailable'],
  ['ECONN', 'unavailable'],
  ['EPIPE', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],
  ['EHOSTUNREACH', 'unavailable'],
  ['ENETUNREACH', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
];

/** Messages of the driver itself, which have no code, that report a lost connection. */
const lostConnection =
  /closed state|Pool is closed|No connections available|Queue limit reached|Pool does not exist/i;

/** Of Vitess, which has the number 1105 for most errors (go/vt/vterrors and go/vt/vtgate/tabletgateway.go): no tablet serves. */
const lostTablet = /code = Unavailable|no healthy tablet/i;

/** Returns the function that classifies errors of a data source's driver. */
export function createMysqlClassifier(dataSource: DataSource): (error: unknown) => ApiError | DatabaseError {
  const keys = collectUniqueKeys(dataSource);
  return (error) => {
    const own = asOwnError(error);
    if (own) return own;
    const kind = toKindOfRead(findKind(error), error);
    return new DatabaseError(kind, error, findViolatedConstraint(kind, error, keys));
  };
}

/** Numbers of texts that cannot be compared: the character set of one lacks characters of the other. */
const characterSetNumbers: ReadonlySet<number> = new Set([1267, 1270, 1271, 3988]);

/**
 * Whether a statement failed because a column's character set, such as `utf8mb3` or `latin1`, lacks a character of a parameter. All
 * sets have those of ASCII: with such parameters only, the columns of the schema do not fit together.
 */
export function isOfParameter(error: unknown, parameters: readonly unknown[]): boolean {
  return characterSetNumbers.has(readErrorNumber(error)) && parameters.some(exceedsAscii);
}

function exceedsAscii(parameter: unknown): boolean {
  return typeof parameter === 'string' && /[^\0-\x7f]/.test(parameter);
}

/** What fails in a read is an expression of the schema, unless the error is one of a parameter: that is not noted. */
function toKindOfRead(kind: DatabaseErrorKind, error: unknown): DatabaseErrorKind {
  return failureKinds[kind].isOfValues && isErrorOfRead(error) ? 'computed' : kind;
}

function findKind(error: unknown): DatabaseErrorKind {
  const state = getStringProperty(error, 'sqlState');
  if (signalNumbers.has(readErrorNumber(error)) || state.startsWith('45')) return classifyRaisedState(state);
  const byNumber = kindByNumber.get(readErrorNumber(error));
  if (byNumber) return byNumber;
  const code = getStringProperty(error, 'code');
  const byCode = kindByCode.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (byCode) return byCode;
  if (isStateOfAuthor(state)) return 'refused';
  const message = getStringProperty(error, 'message');
  if (lostTablet.test(message)) return 'away';
  return lostConnection.test(message) ? 'unavailable' : 'unknown';
}

/** Numbers of SIGNAL without one of its own: a warning, not found, any other state. */
const signalNumbers: ReadonlySet<number> = new Set([1642, 1643, 1644]);

function readErrorNumber(error: unknown): number {
  const number = getProperty(error, 'errno');
  return typeof number === 'number' ? number : 0;
}

/** Table and columns of every unique key, by TypeORM's name of the key. */
type UniqueKeys = ReadonlyMap<string, Required<Pick<ViolatedConstraint, 'columns' | 'table'>>>;

function collectUniqueKeys({ entityMetadatas }: DataSource): UniqueKeys {
  return new Map(
    entityMetadatas.flatMap(({ indices, uniques, tableName: table }) =>
      [...indices, ...uniques].map(
        ({ name, columns }) =>
          [name, { table, columns: columns.map(({ databaseName }) => databaseName) }] as const,
      ),
    ),
  );
}

/**
 * `... for key 'user.IDX_email'`, without the table on MariaDB: in every language, the last quotes hold the name. For a check,
 * the first ones do.
 */
function findViolatedConstraint(
  kind: DatabaseErrorKind,
  error: unknown,
  keys: UniqueKeys,
): ViolatedConstraint {
  const message = getStringProperty(error, 'sqlMessage') || getStringProperty(error, 'message');
  if (checkNumbers.has(readErrorNumber(error))) return { constraint: readFirstQuoted(message) };
  if (nullNumbers.has(readErrorNumber(error))) return { columns: [readFirstQuoted(message) ?? ''] };
  if (kind !== 'unique') return {};
  const quoted = /'([^']*)'[^']*$/.exec(message)?.[1] ?? '';
  const constraint = quoted.slice(quoted.lastIndexOf('.') + 1);
  return constraint === 'PRIMARY' ? { columns: 'key' } : { constraint, ...keys.get(constraint) };
}

function readFirstQuoted(message: string): string | undefined {
  return /[`'"]([^`'"]+)[`'"]/.exec(message)?.[1];
}

/** Numbers of a NULL, given or by default, in a column that is not nullable. */
const nullNumbers: ReadonlySet<number> = new Set([1048, 1364]);

/** Numbers of a violated check on MySQL and on MariaDB. */
const checkNumbers: ReadonlySet<number> = new Set([3819, 4025]);

interface Warning extends RowDataPacket {
  readonly Level: string;
  readonly Code: number;
  readonly Message: string;
}

/** Warnings that a strict server raises as errors: not null, out of range, cut off, not of the type. */
const lossNumbers: ReadonlySet<number> = new Set([
  1048, 1263, 1264, 1265, 1292, 1364, 1365, 1366, 1406, 1411,
]);

/**
 * Throws a `value` error when the preceding statement changed a value to make it fit. A server whose `sql_mode` is not strict
 * only warns then. The mode stays as it is: it also holds for other users of the connection.
 */
export async function requireNoLoss(connection: Connection): Promise<void> {
  const warnings = await fetchWarnings(connection);
  const loss = warnings.find(({ Level, Code }) => Level !== 'Note' && lossNumbers.has(Code));
  if (loss) throw new DatabaseError('value', new Error(loss.Message));
}

function fetchWarnings(connection: Connection): Promise<Warning[]> {
  return new Promise((resolve, reject) => {
    connection.query<Warning[]>('SHOW WARNINGS', (error, warnings) => {
      if (error) reject(error);
      else resolve(warnings);
    });
  });
}
