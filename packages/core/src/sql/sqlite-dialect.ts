// SQLite. Case is folded for ASCII only, as its own LIKE and NOCASE do.
import type { FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { literal, type BoundValue, type Dialect } from './dialect.js';
import { jsonText as anyJson, numberText, quoted as quotedText, storedJson } from './json-text.js';
import { comparison, isNull } from './predicate-sql.js';
import { isNumericEnum } from './value-text.js';

/** Escapes the wildcards of GLOB, which is the case-sensitive pattern test. */
function globText(text: unknown): string {
  return String(text).replace(/[*?[]/g, '[$&]');
}

const list: Dialect['list'] = (values) => JSON.stringify(values);

/** Texts are searched in one pass for every pattern: LIKE and GLOB may try again from each position. */
const predicates: Dialect['predicates'] = {
  eq: comparison('='),
  neq: comparison('<>'),
  in: (column, values, field) => `${column} IN ${listed(values(), field)}`,
  notIn: (column, values, field) => `${column} NOT IN ${listed(values(), field)}`,
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  null: isNull,
  ieq: (column, value) => `${column} = ${value()} COLLATE NOCASE`,
  has: (column, value) => `instr(${column}, ${value()}) > 0`,
  ihas: containsFolded,
  // An index serves it.
  prefix: (column, value) => `${column} GLOB ${value({ as: (text) => `${globText(text)}*` })}`,
  suffix: (column, value) => `substr(${column}, length(${column}) - length(${value()}) + 1) = ${value()}`,
};

/** The values of a list. JSON spells large floats as integers are spelled, which are compared with them exactly. */
function listed(values: string, { kind }: Pick<FieldModel, 'kind'>): string {
  return `(SELECT ${kind === 'float' ? 'CAST(value AS REAL)' : 'value'} FROM json_each(${values}))`;
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
  bigint: quotedText,
  float: numberText,
  string: anyJson,
  uuid: quotedText,
  enum: anyJson,
  date: quotedText,
  time: quotedText,
  json: storedJson,
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
    antiJoins: false,
    combinesSets: false,
    joinsForLimit: false,
    ordersJoins: true,
    separateTotal: true,
    random: 'RANDOM()',
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
  };
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
