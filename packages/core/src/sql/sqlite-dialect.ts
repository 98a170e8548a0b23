// SQLite. Case is folded for ASCII only, as its own LIKE and NOCASE do.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { literal, type BoundValue, type Dialect, type PredicateSql } from './dialect.js';
import { numberText, plainText, quotedNumber, quotedText, storedJson, timeText } from './json-text.js';
import { isNull } from './predicate-sql.js';

/** Escapes the wildcards of GLOB, which is the case-sensitive pattern test. */
function globText(text: unknown): string {
  return String(text).replace(/[*?[]/g, '[$&]');
}

const list: Dialect['list'] = (values) => JSON.stringify(values);

const keySet: Dialect['keySet'] = {
  encode: (keys) => JSON.stringify(keys),
  sql: (_table, columns, placeholder) => {
    const parts = columns.map((_, at) => `json_extract(value, '$[${at}]')`);
    return `(SELECT ${parts.join(', ')} FROM json_each(${placeholder}))`;
  },
};

/** Texts are searched in one pass for every pattern: LIKE and GLOB may try again from each position. */
const predicates: Dialect['predicates'] = {
  eq: comparedBy('='),
  neq: comparedBy('<>'),
  in: (column, values, field) => `${column} IN ${listed(values(), field)}`,
  notIn: (column, values, field) => `${column} NOT IN ${listed(values(), field)}`,
  gt: comparedBy('>'),
  gte: comparedBy('>='),
  lt: comparedBy('<'),
  lte: comparedBy('<='),
  null: isNull,
  ieq: (column, value) => `${column} = ${value()} COLLATE NOCASE`,
  has: (column, value) => `instr(${column}, ${value()}) > 0`,
  ihas: containsFolded,
  // An index serves it.
  prefix: (column, value) => `${column} GLOB ${value({ as: (text) => `${globText(text)}*` })}`,
  suffix: (column, value) => `substr(${column}, length(${column}) - length(${value()}) + 1) = ${value()}`,
};

/** Kinds of numbers that are bound as texts. A column converts them to numbers; an expression, as in a view, does not. */
const boundAsText: ReadonlySet<FieldKind> = new Set(['bigint', 'decimal']);

function asNumber(value: string): string {
  return `CAST(${value} AS NUMERIC)`;
}

function comparedBy(operator: string): PredicateSql {
  return (column, value, { columnKind }) =>
    `${column} ${operator} ${boundAsText.has(columnKind) ? asNumber(value()) : value()}`;
}

/** The values of a list. JSON spells large floats as integers are spelled, which are compared with them exactly. */
function listed(values: string, { columnKind }: Pick<FieldModel, 'columnKind'>): string {
  const value = columnKind === 'float' ? 'CAST(value AS REAL)' : 'value';
  return `(SELECT ${boundAsText.has(columnKind) ? asNumber(value) : value} FROM json_each(${values}))`;
}

/** So many characters LIKE searches for faster, at worst so many times for each of a text. */
const maxLikeLength = 16;

function containsFolded(column: string, value: BoundValue): string {
  // Hidden from the planner, which would prepare the statement again for each: docs/decisions/0013-lists-on-sqlite.md.
  const like = `${column} LIKE (${value({ as: wordPattern })} || '')`;
  // Without a pattern LIKE is NULL.
  return `coalesce(${like}, instr(lower(${column}), lower(${value()})) > 0)`;
}

/** Null for a text that is long or has wildcards: LIKE is slower with an ESCAPE. */
function wordPattern(text: unknown): string | null {
  const word = String(text);
  return word.length <= maxLikeLength && !/[%_]/.test(word) ? `%${word}%` : null;
}

const printers: Dialect['printers'] = {
  integer: numberText,
  bigint: quotedNumber,
  float: numberText,
  string: quotedText,
  uuid: plainText,
  enum: quotedText,
  date: plainText,
  time: timeText,
  json: storedJson,
};

/** How rows are written. */
const writing = {
  returning: true,
  fromNothing: '',
  defaultRow: 'DEFAULT VALUES',
  unlessPresent: () => ' ON CONFLICT DO NOTHING',
  now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
  // A transaction that writes has the database for itself.
  forUpdate: '',
  forExclusion: '',
  forReference: () => '',
  inserted: null,
  advanceSequence: () => null,
} satisfies Partial<Dialect>;

/** The dialect of SQLite. */
export function sqliteDialect(quote: Dialect['quote']): Dialect {
  return {
    quote,
    placeholder: () => '?',
    unseenLimit: (placeholder) => `(SELECT ${placeholder})`,
    numbered: false,
    predicates,
    list,
    keySet,
    literal,
    received: () => null,
    // Integers past 2^53 would be rounded by the driver.
    selected: (column, kind) => (kind === 'bigint' ? `CAST(${column} AS TEXT)` : column),
    // CURRENT_TIMESTAMP has no milliseconds: as text, an instant would differ from itself.
    compared: (column, { byDatabaseClock }) =>
      byDatabaseClock ? `strftime('%Y-%m-%d %H:%M:%f', ${column})` : column,
    printers,
    summed,
    ordered: (expression, descending) => `${expression} ${descending ? 'DESC' : 'ASC'}`,
    antiJoins: false,
    combinesSets: false,
    joinsForLimit: false,
    selectInSet: 'SELECT',
    ordersJoins: true,
    leftJoinKeepsOrder: true,
    orderedJoin: 'CROSS JOIN',
    separateTotal: true,
    random: 'RANDOM()',
    ...writing,
  };
}

/** SUM of integers fails past 2^63. */
function summed(column: string, kind: FieldKind): string {
  return kind === 'bigint' ? `SUM(CAST(${column} AS REAL))` : `SUM(${column})`;
}
