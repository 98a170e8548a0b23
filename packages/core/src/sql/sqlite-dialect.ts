// SQLite. Case is folded for ASCII only, as its own LIKE and NOCASE do.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { literal, type BoundValue, type Dialect } from './dialect.js';
import { jsonText as anyJson, numberText, quoted as quotedText } from './json-text.js';
import { comparison, containing, isNull, listTest, patternTest } from './predicate-sql.js';
import { isNumericEnum } from './value-text.js';

/** Escapes the wildcards of GLOB, which is the case-sensitive pattern test. */
function globText(text: unknown): string {
  return String(text).replace(/[*?[]/g, '[$&]');
}

const list: Dialect['list'] = (values) => JSON.stringify(values);

const predicates: Dialect['predicates'] = {
  eq: comparison('='),
  neq: comparison('<>'),
  in: listTest((column, values) => `${column} IN (SELECT value FROM json_each(${values}))`),
  notIn: listTest((column, values) => `${column} NOT IN (SELECT value FROM json_each(${values}))`),
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  null: isNull,
  ieq: { ...comparison('='), sql: (column, value) => `${column} = ${value()} COLLATE NOCASE` },
  has: patternTest(scanned(glob), (text) => `*${globText(text)}*`),
  ihas: patternTest(
    scanned((column, pattern) => `${column} LIKE ${pattern()} ESCAPE '!'`),
    containing,
  ),
  prefix: patternTest(glob, (text) => `${globText(text)}*`),
  suffix: patternTest(scanned(glob), (text) => `*${globText(text)}`),
};

const printers: Dialect['printers'] = {
  integer: numberText,
  bigint: quotedText,
  float: numberText,
  string: anyJson,
  uuid: quotedText,
  enum: anyJson,
  date: quotedText,
  time: quotedText,
};

/** The dialect of SQLite. */
export function sqliteDialect(quote: Dialect['quote']): Dialect {
  return {
    quote,
    placeholder: () => '?',
    unseenLimit: (placeholder) => `(SELECT ${placeholder})`,
    numbered: false,
    predicates,
    list,
    literal,
    received: () => null,
    // Integers past 2^53 would be rounded by the driver.
    selected: (column, kind) => (kind === 'bigint' ? `CAST(${column} AS TEXT)` : column),
    // CURRENT_TIMESTAMP has no milliseconds: as text, an instant would differ from itself.
    compared: (column, { byDatabaseClock }) =>
      byDatabaseClock ? `strftime('%Y-%m-%d %H:%M:%f', ${column})` : column,
    printers,
    jsonText,
    // SUM of integers fails past 2^63.
    summed: (column, kind) => (kind === 'bigint' ? `SUM(CAST(${column} AS REAL))` : `SUM(${column})`),
    ordered: (expression, descending) => `${expression} ${descending ? 'DESC' : 'ASC'}`,
    random: 'RANDOM()',
    returning: true,
    fromNothing: '',
    defaultRow: 'DEFAULT VALUES',
    unlessPresent: () => ' ON CONFLICT DO NOTHING',
    now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
    // A transaction that writes has the database for itself.
    forUpdate: '',
    forReference: () => '',
    inserted: null,
    advanceSequence: () => null,
  };
}

type PatternSql = (column: string, pattern: BoundValue) => string;

/**
 * A test by a pattern that no index helps with. SQLite would look at it all the same, and prepare the statement again for
 * each: docs/decisions/0013-lists-on-sqlite.md.
 */
function scanned(sql: PatternSql): PatternSql {
  return (column, pattern) => sql(column, () => `(${pattern()} || '')`);
}

function glob(column: string, pattern: BoundValue): string {
  return `${column} GLOB ${pattern()}`;
}

/** Kinds that SQLite prints as we do. It rounds floats and decimals, and keeps JSON, lists and bytes in other forms. */
const jsonTexts: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  integer: quoted,
  bigint: (column) => `ifnull('"' || CAST(${column} AS TEXT) || '"', 'null')`,
  boolean: (column) => `CASE WHEN ${column} IS NULL THEN 'null' WHEN ${column} THEN 'true' ELSE 'false' END`,
  string: quoted,
  uuid: quoted,
  enum: quoted,
  date: quoted,
  time: quoted,
  datetime: (column) => `ifnull('"' || strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) || '"', 'null')`,
};

function jsonText(column: string, field: FieldModel): string | null {
  const { kind, codec } = field;
  return codec.transformed || isNumericEnum(field) ? null : (jsonTexts[kind]?.(column) ?? null);
}

/** Text with JSON's escapes; numbers as they are; NULL as null. */
function quoted(column: string): string {
  return `json_quote(${column})`;
}
