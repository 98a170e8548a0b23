// PostgreSQL. Case is folded by the database's locale.
import type { FieldKind } from '../vocabulary/field-kind.js';
import { literal, type Dialect, type PredicateSql } from './dialect.js';
import { jsonText, numberText, quoted, storedJson } from './json-text.js';
import { comparison, containing, endingWith, isNull, likeTest, startingWith } from './predicate-sql.js';

const list: Dialect['list'] = (values) => values;

/**
 * An index of trigrams serves LIKE and ILIKE, but they may try again from every place of a text: they search for the
 * beginning of what is long, and the whole is looked for in what they find.
 */
const predicates: Dialect['predicates'] = {
  eq: comparison('='),
  neq: comparison('<>'),
  in: (column, values) => `${column} = ANY(${values()})`,
  notIn: (column, values) => `${column} <> ALL(${values()})`,
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  null: isNull,
  ieq: (column, value) => `lower(${column}) = lower(${value()})`,
  has: searched(
    likeTest((text) => containing(firstOf(text))),
    (column, text) => `position(${text} IN ${column}) > 0`,
  ),
  ihas: searched(
    likeTest((text) => containing(firstOf(text)), 'ILIKE'),
    (column, text) => `position(lower(${text}) IN lower(${column})) > 0`,
  ),
  prefix: likeTest(startingWith),
  suffix: searched(
    likeTest((text) => endingWith(lastOf(text))),
    (column, text) => `right(${column}, length(${text})) = ${text}`,
  ),
};

/** In characters. At worst LIKE compares as many for each of a text. */
const maxLikeLength = 32;

const firstOf = (text: unknown) => Array.from(String(text)).slice(0, maxLikeLength).join('');
const lastOf = (text: unknown) => Array.from(String(text)).slice(-maxLikeLength).join('');
const isShort = (text: unknown) => Array.from(String(text)).length <= maxLikeLength;

/** A test by a part of the text, and for those that pass it by the whole, if that is more. */
function searched(part: PredicateSql, whole: (column: string, text: string) => string): PredicateSql {
  return (column, value, field) => {
    const found = part(column, value, field);
    const short = value({ as: isShort });
    return `(${found} AND (CAST(${short} AS boolean) OR ${whole(column, `CAST(${value({ as: String })} AS text)`)}))`;
  };
}

/** Values come as the text the server prints. */
const printers: Dialect['printers'] = {
  integer: String,
  bigint: quoted,
  float: (text) => numberText(Number(text)),
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  string: jsonText,
  uuid: quoted,
  enum: jsonText,
  time: quoted,
  json: storedJson,
};

/** A setting that was never made is NULL, and one of an earlier transaction is empty. */
const remembered = "NULLIF(current_setting('decorest.key', true), '')";

const recalled: Readonly<Partial<Record<FieldKind, string>>> = {
  integer: `CAST(${remembered} AS bigint)`,
  bigint: `CAST(${remembered} AS bigint)`,
  uuid: `CAST(${remembered} AS uuid)`,
  string: remembered,
};

/** How rows are written and locked. */
const writing = {
  returning: true,
  fromNothing: '',
  defaultRow: 'DEFAULT VALUES',
  unlessPresent: () => ' ON CONFLICT DO NOTHING',
  now: 'CURRENT_TIMESTAMP',
  // The key does not change: foreign keys that refer to the row need not wait.
  forUpdate: ' FOR NO KEY UPDATE',
  forExclusion: ' FOR UPDATE',
  // A soft delete changes no key: only the stronger lock keeps it off.
  forReference: (softlyDeleted: boolean) => (softlyDeleted ? ' FOR SHARE' : ' FOR KEY SHARE'),
  inserted: {
    remember: (key: string) => `set_config('decorest.key', CAST(${key} AS text), true)`,
    recall: (kind: FieldKind) => recalled[kind],
  },
  advanceSequence: (table: string, column: string, id: string) => {
    const sequence = `pg_get_serial_sequence(${literal(table)}, ${literal(column)})`;
    const last = `COALESCE(pg_sequence_last_value(CAST(${sequence} AS regclass)), 0)`;
    return `SELECT setval(${sequence}, ${id}) WHERE ${sequence} IS NOT NULL AND ${id} > ${last}`;
  },
} satisfies Partial<Dialect>;

/** The dialect of PostgreSQL. */
export function postgresDialect(quote: Dialect['quote']): Dialect {
  return {
    quote,
    placeholder: (position) => `$${position}`,
    numbered: true,
    predicates,
    list,
    literal,
    received: () => null,
    selected: (column) => column,
    // CURRENT_TIMESTAMP has microseconds, answers have milliseconds: an instant would differ from itself.
    compared: (column, { byDatabaseClock }) =>
      byDatabaseClock ? `date_trunc('milliseconds', ${column})` : column,
    printers,
    // Measured slower than printing rows where database and server share a machine.
    jsonText: () => null,
    summed: (column) => `SUM(${column})`,
    ordered: (expression, descending, nullable) =>
      `${expression} ${descending ? 'DESC' : 'ASC'}${nullable ? ` NULLS ${descending ? 'LAST' : 'FIRST'}` : ''}`,
    antiJoins: true,
    combinesSets: true,
    joinsForLimit: true,
    ordersJoins: true,
    separateTotal: false,
    random: 'RANDOM()',
    ...writing,
  };
}
