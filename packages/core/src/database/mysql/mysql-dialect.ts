// MySQL and MariaDB. The collation of a column decides order and serves indexes. Equality and patterns are exact nevertheless:
// a second test compares the bytes. Case is folded by Unicode 5.2, the newest version that both support.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import { literal, type BoundValue, type Dialect, type PredicateSql } from '../../sql/dialect.js';
import {
  jsonText,
  numberText,
  plainText,
  quotedNumber,
  quotedText,
  storedJson,
  timeText,
  UnfitValue,
} from '../../sql/json-text.js';
import { containing, isNull, startingWith } from '../../sql/predicate-sql.js';

const predicates: Dialect['predicates'] = {
  eq: valueTest((column, value) => `${column} = ${value}`, 'both'),
  neq: valueTest((column, value) => `${column} <> ${value}`, 'bytes'),
  in: valueTest((column, list) => `${column} IN (${list})`, 'both'),
  notIn: valueTest((column, list) => `${column} NOT IN (${list})`, 'bytes'),
  gt: valueTest((column, value) => `${column} > ${value}`, 'collation'),
  gte: valueTest((column, value) => `${column} >= ${value}`, 'collation'),
  lt: valueTest((column, value) => `${column} < ${value}`, 'collation'),
  lte: valueTest((column, value) => `${column} <= ${value}`, 'collation'),
  null: isNull,
  ieq: (column, value) => `${folded(column)} = ${folded(value())}`,
  // Both databases search for a text between two wildcards in one pass.
  has: (column, value) => like(bytes(column), value({ as: containing })),
  ihas: (column, value) => like(folded(column), folded(value({ as: containing }))),
  // The first test can use an index on the column.
  prefix: (column, value) =>
    `(${like(column, value({ as: startingWith }))} AND ${like(bytes(column), value({ as: startingWith }))})`,
  suffix: (column, value) => `RIGHT(${bytes(column)}, LENGTH(${bytes(value())})) = ${bytes(value())}`,
};

const printers: Dialect['printers'] = {
  integer: numberText,
  bigint: quotedNumber,
  decimal: quotedNumber,
  string: quotedText,
  uuid: plainText,
  enum: quotedText,
  date: dateText,
  time: timeText,
  json: storedJson,
};

/** How text is compared: by the column's collation, by its bytes, or by both. */
type TextComparison = 'collation' | 'bytes' | 'both';

function valueTest(test: (column: string, value: string) => string, by: TextComparison): PredicateSql {
  return (column, value, { columnKind }) => {
    if (columnKind === 'decimal') return test(column, value({ each: asDecimal }));
    if (columnKind !== 'string' || by === 'collation') return test(column, value());
    return by === 'bytes' ? test(bytes(column), value()) : both(test, column, value);
  };
}

function both(test: (column: string, value: string) => string, column: string, value: BoundValue): string {
  return `(${test(column, value())} AND ${test(bytes(column), value())})`;
}

/** Without the cast, a text would be compared as a float. */
function asDecimal(placeholder: string): string {
  return `CAST(${placeholder} AS DECIMAL(65, 30))`;
}

/** The UTF-8 bytes of a text, so that trailing spaces count, too. */
function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

function folded(text: string): string {
  return `CAST(LOWER(CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_unicode_520_ci) AS BINARY)`;
}

function like(column: string, pattern: string): string {
  return `${column} LIKE ${pattern} ESCAPE '!'`;
}

/**
 * Creates the dialect of MySQL and MariaDB. `timezone` is TypeORM's option, in which columns hold date and time: `Z`, `local`
 * or an offset such as `+02:00`.
 */
export function mysqlDialect(quote: Dialect['quote'], timezone: string): Dialect {
  const offset = timezone === 'local' ? '' : timezone;
  return {
    quote,
    placeholder: () => '?',
    numbered: false,
    predicates,
    list: null,
    keySet: null,
    literal: (text) => literal(text.replaceAll('\\', '\\\\')),
    selected: (column, kind) => selections[kind]?.(column) ?? column,
    received: ({ columnKind }) => receivedOf(columnKind, offset),
    // CURRENT_TIMESTAMP(6) has microseconds, answers have milliseconds: an instant would not equal itself.
    compared: (column, { byDatabaseClock }) =>
      byDatabaseClock ? `(${column} - INTERVAL (MICROSECOND(${column}) % 1000) MICROSECOND)` : column,
    printers,
    summed: (column) => `SUM(${column})`,
    ...joins,
    separateTotal: false,
    random: 'RAND()',
    ordered: (expression, descending) => `${expression} ${descending ? 'DESC' : 'ASC'}`,
    returning: false,
    fromNothing: ' FROM DUAL',
    inserted: null,
    defaultRow: '() VALUES ()',
    unlessPresent: (column) => ` ON DUPLICATE KEY UPDATE ${column} = ${column}`,
    readsChangedTableApart: true,
    now: 'CURRENT_TIMESTAMP(6)',
    ...locks,
    // AUTO_INCREMENT continues after the largest id by itself.
    advanceSequence: () => null,
  };
}

const joins = {
  antiJoins: false,
  combinesSets: false,
  joinsForLimit: false,
  // Without the hint, MySQL may scan the second table again for each row that it tests. MariaDB reads it as a comment.
  selectInSet: 'SELECT /*+ NO_SEMIJOIN(FIRSTMATCH) */',
  ordersJoins: false,
  leftJoinKeepsOrder: false,
  orderedJoin: 'STRAIGHT_JOIN',
} as const;

const locks = {
  forUpdate: ' FOR UPDATE',
  forExclusion: ' FOR UPDATE',
  forReference: () => ' LOCK IN SHARE MODE',
  forHookedReference: ' FOR UPDATE',
} as const;

/** Selects as text the kinds that the driver may round, or read as a date of another century, depending on its options. */
const selections: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  bigint: asText,
  decimal: asText,
  date: asText,
  json: asText,
  datetime: asText,
};

function asText(column: string): string {
  return `CAST(${column} AS CHAR)`;
}

function receivedOf(kind: FieldKind, offset: string): ReturnType<Dialect['received']> {
  if (kind === 'boolean') return flag;
  return kind === 'datetime' ? (stored) => instant(stored, offset) : null;
}

/** A boolean. `BIT(1)` comes as a byte, and BIGINT as text: TypeORM would read both as true. */
function flag(stored: unknown): unknown {
  if (Buffer.isBuffer(stored)) return stored.some((byte) => byte !== 0);
  return stored === '0' ? false : stored;
}

/** An instant, or null for `0000-00-00`, which MySQL also finds by `IS NULL`. */
function instant(stored: unknown, offset: string): Date | null {
  const [, date, time = '00:00:00'] = dateTime.exec(String(stored)) ?? [];
  if (date === undefined) throw new UnfitValue();
  if (date === '0000-00-00') return null;
  return new Date(`${date}T${time}${offset}`);
}

/** A DATETIME or DATE, as both databases print it. */
const dateTime = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?))?$/;

/** A date, or the date of a DATETIME, as TypeORM reads it. */
function dateText(stored: unknown): string {
  const [, date] = dateTime.exec(String(stored)) ?? [];
  return date === undefined ? plainText(stored) : jsonText(date);
}
