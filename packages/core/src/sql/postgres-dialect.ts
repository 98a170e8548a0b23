// PostgreSQL. Case is folded by the database's locale.
import type { FieldKind } from '../vocabulary/field-kind.js';
import { literal, type BoundValue, type Dialect } from './dialect.js';
import { jsonText, numberText, quoted } from './json-text.js';
import {
  comparison,
  containing,
  endingWith,
  isNull,
  listTest,
  patternTest,
  startingWith,
} from './predicate-sql.js';

const list: Dialect['list'] = (values) => values;

const predicates: Dialect['predicates'] = {
  eq: comparison('='),
  neq: comparison('<>'),
  in: listTest((column, values) => `${column} = ANY(${values})`),
  notIn: listTest((column, values) => `${column} <> ALL(${values})`),
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  null: isNull,
  ieq: { ...comparison('='), sql: (column, value) => `lower(${column}) = lower(${value()})` },
  has: patternTest(like, containing),
  ihas: patternTest((column, pattern) => `${column} ILIKE ${pattern()} ESCAPE '!'`, containing),
  prefix: patternTest(like, startingWith),
  suffix: patternTest(like, endingWith),
};

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
};

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
    random: 'RANDOM()',
    returning: true,
    fromNothing: '',
    defaultRow: 'DEFAULT VALUES',
    unlessPresent: () => ' ON CONFLICT DO NOTHING',
    now: 'CURRENT_TIMESTAMP',
    // Leaves those alone who only refer to the row: the key does not change.
    forUpdate: ' FOR NO KEY UPDATE',
    // A soft delete changes no key: only the stronger lock keeps it off.
    forReference: (softlyDeleted) => (softlyDeleted ? ' FOR SHARE' : ' FOR KEY SHARE'),
    inserted: {
      remember: (key) => `set_config('decorest.key', CAST(${key} AS text), true)`,
      recall: (kind) => recalled[kind],
    },
    advanceSequence: (table, column, id) => {
      const sequence = `pg_get_serial_sequence(${literal(table)}, ${literal(column)})`;
      const last = `COALESCE(pg_sequence_last_value(CAST(${sequence} AS regclass)), 0)`;
      return `SELECT setval(${sequence}, ${id}) WHERE ${sequence} IS NOT NULL AND ${id} > ${last}`;
    },
  };
}

/** A setting that was never made is NULL, and one of an earlier transaction is empty. */
const remembered = "NULLIF(current_setting('decorest.key', true), '')";

const recalled: Readonly<Partial<Record<FieldKind, string>>> = {
  integer: `CAST(${remembered} AS bigint)`,
  bigint: `CAST(${remembered} AS bigint)`,
  uuid: `CAST(${remembered} AS uuid)`,
  string: remembered,
};

function like(column: string, pattern: BoundValue): string {
  return `${column} LIKE ${pattern()} ESCAPE '!'`;
}
