// SQLite. Case is folded for ASCII only, as in its LIKE and NOCASE.
import type { FieldModel } from '../../model/member-model.js';
import type { TimeUnit } from '../../vocabulary/aggregate.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import {
  compileStandardOrderTerm,
  quoteLiteral,
  type ValueBinder,
  type Dialect,
  type KeySet,
  type CompilePredicate,
} from '../../sql/dialect.js';
import {
  printQuotedInteger,
  printUuid,
  printQuotedText,
  printStoredJson,
  printTime,
} from '../../sql/json-text.js';
import { compileIsNull } from '../../sql/predicate-sql.js';
import { addSpellings } from '../../sql/spelling-sql.js';
import { compilePath, listPredicates } from './sqlite-documents.js';
import { positionTraits } from './sqlite-position.js';
import {
  getDriverDecoder,
  printStoredDate,
  printStoredInteger,
  printStoredNumber,
} from './sqlite-readers.js';
import { compileNormal, compileSortValue, findSpellingTests } from './sqlite-spellings.js';
import { compileSortedSum, getSqliteSum } from './sqlite-sum.js';

/** Escapes the wildcards of GLOB, the case-sensitive pattern test. */
function escapeGlob(text: unknown): string {
  return String(text).replace(/[*?[]/g, '[$&]');
}

const list: Dialect['encodeListAsParameter'] = (values) => JSON.stringify(values);

const keySet: KeySet = {
  encode: (keys) => JSON.stringify(keys),
  sql: (_table, columns, placeholder) => {
    const parts = columns.map((_, at) => `json_extract(value, '$[${at}]')`);
    return `(SELECT ${parts.join(', ')} FROM json_each(${placeholder}))`;
  },
};

/** Searches texts in one pass, whatever the pattern: LIKE and GLOB may backtrack from each position. */
const plainPredicates: Dialect['predicates'] = {
  eq: createNumericComparison('='),
  neq: createNumericComparison('<>'),
  in: (column, values, field) => `${column} IN ${compileJsonList(values(), field)}`,
  notIn: (column, values, field) => `${column} NOT IN ${compileJsonList(values(), field)}`,
  gt: createNumericComparison('>'),
  gte: createNumericComparison('>='),
  lt: createNumericComparison('<'),
  lte: createNumericComparison('<='),
  null: compileIsNull,
  ieq: (column, value) => `${column} = ${value()} COLLATE NOCASE`,
  has: (column, value) => `instr(${column}, ${value()}) > 0`,
  ihas: compileContainsFolded,
  // It can use an index.
  prefix: (column, value) => `${column} GLOB ${value({ as: (text) => `${escapeGlob(text)}*` })}`,
  suffix: (column, value) => `substr(${column}, length(${column}) - length(${value()}) + 1) = ${value()}`,
  words: compileContainsFolded,
  ...listPredicates,
};

const predicates = addSpellings(plainPredicates, findSpellingTests);

/** Numbers that are bound as texts. A column's affinity converts them to numbers; an expression, as in a view, has none. */
const boundAsText: ReadonlySet<FieldKind> = new Set(['bigint', 'decimal']);

function asNumber(value: string): string {
  return `CAST(${value} AS NUMERIC)`;
}

function createNumericComparison(operator: string): CompilePredicate {
  return (column, value, { columnKind }) =>
    `${column} ${operator} ${boundAsText.has(columnKind) ? asNumber(value()) : value()}`;
}

/** The values of a list. JSON prints large floats like integers, and SQLite would compare those exactly. */
function compileJsonList(values: string, { columnKind }: Pick<FieldModel, 'columnKind'>): string {
  const value = columnKind === 'float' ? 'CAST(value AS REAL)' : 'value';
  return `(SELECT ${boundAsText.has(columnKind) ? asNumber(value) : value} FROM json_each(${values}))`;
}

/** In characters. LIKE is faster for words up to this length; at worst it compares this many for each character. */
const maxLikeLength = 16;

function compileContainsFolded(column: string, value: ValueBinder): string {
  // Hides the pattern from the planner, which would otherwise prepare the statement again for each value:
  // docs/decisions/0013-lists-on-sqlite.md.
  const like = `${column} LIKE (${value({ as: toWordPattern })} || '')`;
  // LIKE is NULL without a pattern.
  return `coalesce(${like}, instr(lower(${column}), lower(${value()})) > 0)`;
}

/** Null for a text that is long or has wildcards: LIKE is slower with an ESCAPE. */
function toWordPattern(text: unknown): string | null {
  const word = String(text);
  return word.length <= maxLikeLength && !/[%_]/.test(word) ? `%${word}%` : null;
}

const printers: Dialect['printers'] = {
  integer: printStoredInteger,
  bigint: printQuotedInteger,
  float: printStoredNumber,
  string: printQuotedText,
  uuid: printUuid,
  enum: printQuotedText,
  date: printStoredDate,
  time: printTime,
  json: printStoredJson,
};

/** The part of the dialect that writes rows. */
const writeTraits = {
  supportsReturning: true,
  warningCount: null,
  fromNoTable: '',
  defaultValues: 'DEFAULT VALUES',
  ignoreDuplicates: () => ' ON CONFLICT DO NOTHING',
  // Rows that a trigger writes in place of a view's are not counted.
  compileLeftOut: (path: string) =>
    `NOT EXISTS (SELECT 1 FROM pragma_table_list(${quoteLiteral(path.slice(path.lastIndexOf('.') + 1))}) WHERE type = 'view')`,
  now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
  // A transaction that writes has exclusive access.
  forUpdate: '',
  forExclusion: '',
  forReference: () => '',
  insertedKey: null,
  advanceSequence: () => null,
} satisfies Partial<Dialect>;

/** A column of type jsonb holds the binary form that TypeORM writes, or text. */
const compileStored: NonNullable<Dialect['compileStored']> = (column, columnType) =>
  columnType === 'jsonb'
    ? `(CASE typeof(${column}) WHEN 'blob' THEN json(${column}) ELSE ${column} END)`
    : column;

const compileJsonb: NonNullable<Dialect['compileWritten']> = (placeholder, columnType) =>
  columnType === 'jsonb' ? `jsonb(${placeholder})` : placeholder;

function createWriteTraits(writesJsonb: boolean) {
  return { ...writeTraits, compileStored, ...(writesJsonb ? { compileWritten: compileJsonb } : {}) };
}

/** Creates the dialect of SQLite. `writesJsonb` is whether TypeORM writes JSON in its binary form. */
export function createSqliteDialect(quote: Dialect['quote'], writesJsonb: boolean): Dialect {
  return {
    quote,
    placeholder: () => '?',
    hideLimit: (placeholder) => `(SELECT ${placeholder})`,
    hasNumberedPlaceholders: false,
    predicates,
    encodeListAsParameter: list,
    keySet,
    quoteLiteral,
    getDriverDecoder,
    // The driver would round integers past 2^53.
    compileSelected: (column, kind) => (kind === 'bigint' ? `CAST(${column} AS TEXT)` : column),
    compileCompared: (column) => column,
    compileNormal,
    compilePath,
    printers,
    compileSum: compileSortedSum,
    compileSortValue,
    compileOrderTerm: (term) => compileStandardOrderTerm(term, !term.descending),
    getSum: getSqliteSum,
    compileTimeBucket: (column, unit) => buckets[unit](column),
    compileGroupedText: null,
    ...positionTraits,
    plansAntiJoins: false,
    combinesSets: false,
    joinsForLimit: false,
    selectInSet: 'SELECT',
    selectInPolicy: 'SELECT',
    derivesNestedSets: false,
    ordersJoins: true,
    leftJoinKeepsOrder: true,
    orderedJoin: 'CROSS JOIN',
    limitsPerRow: 'keys',
    separateTotal: true,
    random: 'RANDOM()',
    ...createWriteTraits(writesJsonb),
  };
}

/** Columns hold texts in UTC. */
const buckets: Readonly<Record<TimeUnit, (column: string) => string>> = {
  year: (column) => `strftime('%Y', ${column})`,
  quarter: (column) =>
    `strftime('%Y', ${column}) || '-Q' || ((CAST(strftime('%m', ${column}) AS INTEGER) + 2) / 3)`,
  month: (column) => `strftime('%Y-%m', ${column})`,
  week: (column) => {
    // A week belongs to the year of its Thursday.
    const thursday = `${column}, '-3 days', 'weekday 4'`;
    return `strftime('%Y', ${thursday}) || printf('-W%02d', (CAST(strftime('%j', ${thursday}) AS INTEGER) - 1) / 7 + 1)`;
  },
  day: (column) => `strftime('%Y-%m-%d', ${column})`,
  hour: (column) => `strftime('%Y-%m-%dT%H', ${column})`,
};
