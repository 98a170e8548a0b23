// MySQL and MariaDB. The collation of a column decides order and serves indexes. Equality and patterns are exact nevertheless:
// a second test compares the bytes. Case is folded by Unicode 5.2, the newest version that both support.
import type { FieldModel } from '../../model/member-model.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import {
  hasNullsFirst,
  quoteLiteral,
  type CompilePredicate,
  type Dialect,
  type KeySet,
  type SortValue,
  type ValueBinder,
} from '../../sql/dialect.js';
import {
  printInteger,
  printQuotedInteger,
  printDate,
  printUuid,
  printQuotedNumber,
  printQuotedText,
  printStoredJson,
  printTimeSpan,
  UnfitValue,
} from '../../sql/json-text.js';
import { createGroupTraits } from './mysql-groups.js';
import { asDecimal, asText, compileSortValue, getPositionForm } from './mysql-position.js';
import { toContainsPattern, compileIsNull, toPrefixPattern } from '../../sql/predicate-sql.js';
import { addSpellings } from '../../sql/spelling-sql.js';
import { compilePath, listPredicates } from './mysql-documents.js';
import { compileNormal, findSpellingTests } from './mysql-spellings.js';

const plainPredicates: Dialect['predicates'] = {
  eq: createValueTest((column, value) => `${column} = ${value}`, 'both'),
  neq: createValueTest((column, value) => `${column} <> ${value}`, 'bytes'),
  in: createValueTest((column, list) => `${column} IN (${list})`, 'both'),
  notIn: createValueTest((column, list) => `${column} NOT IN (${list})`, 'bytes'),
  gt: createValueTest((column, value) => `${column} > ${value}`, 'collation'),
  gte: createValueTest((column, value) => `${column} >= ${value}`, 'collation'),
  lt: createValueTest((column, value) => `${column} < ${value}`, 'collation'),
  lte: createValueTest((column, value) => `${column} <= ${value}`, 'collation'),
  null: compileIsNull,
  ieq: (column, value) => `${compileFoldedText(column)} = ${compileFoldedText(value())}`,
  // Both databases search for a text between two wildcards in one pass.
  has: (column, value) => compileLike(compileBytes(column), value({ as: toContainsPattern })),
  ihas: compileContainsFolded,
  // The first test can use an index on the column.
  prefix: (column, value) =>
    `(${compileLike(column, value({ as: toPrefixPattern }))} AND ${compileLike(compileBytes(column), value({ as: toPrefixPattern }))})`,
  suffix: (column, value) =>
    `RIGHT(${compileBytes(column)}, LENGTH(${compileBytes(value())})) = ${compileBytes(value())}`,
  words: compileContainsFolded,
  ...listPredicates,
};

const predicates = addSpellings(plainPredicates, findSpellingTests);

/** MariaDB compares texts and numbers within row values as doubles. */
const keySet: KeySet = {
  compilePart: (placeholder, kind) =>
    kind === 'bigint' || kind === 'decimal' ? asDecimal(placeholder) : placeholder,
};

const printers: Dialect['printers'] = {
  integer: printInteger,
  bigint: printQuotedInteger,
  decimal: printQuotedNumber,
  string: printQuotedText,
  uuid: printUuid,
  enum: printQuotedText,
  date: printStoredDate,
  time: printTimeSpan,
  json: printStoredJson,
};

/** How text is compared: by the column's collation, by its bytes, or by both. */
type TextComparison = 'collation' | 'bytes' | 'both';

function createValueTest(
  test: (column: string, value: string) => string,
  by: TextComparison,
): CompilePredicate {
  return (column, value, { columnKind }) => {
    if (columnKind === 'decimal') return test(column, value({ each: asDecimal }));
    if (columnKind !== 'string' || by === 'collation') return test(column, value());
    return by === 'bytes' ? test(compileBytes(column), value()) : compileIndexedAndExact(test, column, value);
  };
}

function compileIndexedAndExact(
  test: (column: string, value: string) => string,
  column: string,
  value: ValueBinder,
): string {
  return `(${test(column, value())} AND ${test(compileBytes(column), value())})`;
}

/** The UTF-8 bytes of a text, so that trailing spaces count, too. */
function compileBytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

function compileFoldedText(text: string): string {
  return `CAST(LOWER(CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_unicode_520_ci) AS BINARY)`;
}

function compileContainsFolded(column: string, value: ValueBinder): string {
  return compileLike(compileFoldedText(column), compileFoldedText(value({ as: toContainsPattern })));
}

function compileLike(column: string, pattern: string): string {
  return `${column} LIKE ${pattern} ESCAPE '!'`;
}

/** The part of the dialect that writes rows. */
const writeTraits = {
  warningCount: '@@warning_count',
  fromNoTable: ' FROM DUAL',
  insertedKey: null,
  defaultValues: '() VALUES ()',
  ignoreDuplicates: (column: string) => ` ON DUPLICATE KEY UPDATE ${column} = ${column}`,
  // The driver asks for the rows found, not the rows changed.
  countsDuplicates: true,
  selectMaxPacket: 'SELECT @@max_allowed_packet',
  forbidsReadingChangedTable: true,
  now: 'CURRENT_TIMESTAMP(6)',
  // AUTO_INCREMENT continues after the largest id by itself.
  advanceSequence: () => null,
} satisfies Partial<Dialect>;

/**
 * Creates the dialect of MySQL and MariaDB. `timezone` is TypeORM's option, in which columns hold date and time: `Z`, `local`
 * or an offset such as `+02:00`. `supportsReturning`: MariaDB has RETURNING, MySQL does not.
 */
export function createMysqlDialect(
  quote: Dialect['quote'],
  timezone: string,
  supportsReturning: boolean,
): Dialect {
  const offset = timezone === 'local' ? '' : timezone;
  return {
    quote,
    placeholder: () => '?',
    hasNumberedPlaceholders: false,
    predicates,
    encodeListAsParameter: null,
    keySet,
    quoteLiteral: (text) => quoteLiteral(text.replaceAll('\\', '\\\\')),
    compileSelected: (column, kind) => selections[kind]?.(column) ?? column,
    getDriverDecoder: (field) => createDriverDecoder(field, offset),
    compileCompared: (column, field) =>
      field.inferred && field.spelling === 'finer' ? compileNormal(column, field) : column,
    compileNormal,
    compilePath,
    printers,
    compileSum: (column) => `SUM(${column})`,
    ...createGroupTraits(offset),
    compileGroupedText: compileBytes,
    ...joinTraits,
    separateTotal: false,
    random: 'RAND()',
    ...sortTraits,
    optimizationFence: '',
    supportsReturning,
    ...writeTraits,
    ...lockClauses,
  };
}

/** NULL is lowest. A leading key puts it elsewhere; each value binds its placeholders anew. */
function compileOrderTerm(term: SortValue): string {
  const { value, descending, nullable } = term;
  const first = hasNullsFirst(term);
  const place = nullable && first === descending ? `${value()} IS NULL ${first ? 'DESC' : 'ASC'}, ` : '';
  return `${place}${value()} ${descending ? 'DESC' : 'ASC'}`;
}

const sortTraits: Pick<
  Dialect,
  'compileOrderTerm' | 'compileSortValue' | 'compilePosition' | 'compilePositionSides' | 'comparesRows'
> = {
  compileOrderTerm,
  compileSortValue,
  compilePosition: (expression, value) => getPositionForm(value).select(expression),
  compilePositionSides: (column, placeholder, value) => getPositionForm(value).compare(column, placeholder),
  comparesRows: false,
};

const joinTraits = {
  plansAntiJoins: false,
  combinesSets: false,
  joinsForLimit: false,
  // Without the hint, MySQL may scan the second table again for each row that it tests. MariaDB reads it as a comment.
  selectInSet: 'SELECT /*+ NO_SEMIJOIN(FIRSTMATCH) */',
  // MySQL 9.7 forgets the conditions of a set that it materializes for the semijoin of an outer join.
  selectInPolicy: 'SELECT /*+ NO_SEMIJOIN() */',
  derivesNestedSets: true,
  ordersJoins: false,
  leftJoinKeepsOrder: false,
  orderedJoin: 'STRAIGHT_JOIN',
  limitsPerRow: null,
} as const;

const lockClauses = {
  forUpdate: ' FOR UPDATE',
  forExclusion: ' FOR UPDATE',
  forReference: () => ' LOCK IN SHARE MODE',
  forObservedReference: ' FOR UPDATE',
} as const;

/** Selects as text the kinds that the driver may round, or read as a date of another century, depending on its options. */
const selections: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  bigint: asText,
  decimal: asText,
  date: asText,
  json: asText,
  datetime: asText,
};

function createDriverDecoder(
  { columnKind, codec, spelling, expression }: FieldModel,
  offset: string,
): ReturnType<Dialect['getDriverDecoder']> {
  if (columnKind === 'datetime') return (stored) => toInstant(stored, offset);
  if (columnKind !== 'boolean') return null;
  const isStrict = spelling === 'normal' && !codec.transformed && !expression;
  return (stored) => toBoolean(stored, isStrict);
}

/** A boolean. `BIT(1)` comes as a byte, and BIGINT as text. An index compares no other numbers than 0 and 1 as they are shown. */
function toBoolean(stored: unknown, isStrict: boolean): unknown {
  const number = Buffer.isBuffer(stored) ? Number(stored.some((byte) => byte !== 0)) : Number(stored);
  if (Number.isNaN(number) || (isStrict && number !== 0 && number !== 1)) throw new UnfitValue();
  return number !== 0;
}

/** An instant, or null for `0000-00-00`, which MySQL also finds by `IS NULL`. */
function toInstant(stored: unknown, offset: string): Date | null {
  const [, date, time = '00:00:00'] = dateTime.exec(String(stored)) ?? [];
  if (date === undefined) throw new UnfitValue();
  if (date === '0000-00-00') return null;
  return new Date(`${date}T${time}${offset}`);
}

/** A DATETIME or DATE, as both databases print it. */
const dateTime = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?))?$/;

/** A date, or the date of a DATETIME, as TypeORM reads it; `0000-00-00` is null, as for an instant. */
function printStoredDate(stored: unknown): string {
  const [, date] = dateTime.exec(String(stored)) ?? [];
  return date === '0000-00-00' ? 'null' : printDate(date);
}
