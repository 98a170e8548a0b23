// MySQL and MariaDB: how values are selected, read, written and sorted.
import type { FieldModel } from '../../model/member-model.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import { hasNullsFirst, quoteLiteral, type Dialect, type KeySet, type SortValue } from '../../sql/dialect.js';
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
import { compilePath } from './mysql-documents.js';
import { compileBytes, predicates } from './mysql-predicates.js';
import { compileNormal } from './mysql-spellings.js';

/** MariaDB compares texts and numbers within row values as doubles. */
const keySet: KeySet = {
  compilePart: (placeholder, kind) =>
    kind === 'bigint' || kind === 'decimal' ? asDecimal(placeholder) : placeholder,
};

const printers: Dialect['printers'] = {
  integer: printInteger,
  bigint: printQuotedInteger,
  decimal: printDecimal,
  string: printQuotedText,
  uuid: printUuid,
  enum: printQuotedText,
  date: printStoredDate,
  time: printTimeSpan,
  json: printStoredJson,
};

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
  // Where MySQL expects a page to be full soon, it would look each row up, however rare what it searches for.
  selectInAlternative: 'SELECT /*+ SUBQUERY(MATERIALIZATION) */',
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

/** A decimal has no exponent, and filters take none: the column is a DOUBLE. */
function printDecimal(stored: unknown): string {
  if (/e/i.test(String(stored))) throw new UnfitValue();
  return printQuotedNumber(stored);
}

/** A DATETIME or DATE, as both databases print it. */
const dateTime = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?))?$/;

/**
 * A date, or a DATETIME at midnight, which is compared as its date; `0000-00-00` is null, as for an instant. A time of day means
 * that the column is no DATE: comparisons would look at it.
 */
function printStoredDate(stored: unknown): string {
  const [, date, time = ''] = dateTime.exec(String(stored)) ?? [];
  if (/[1-9]/.test(time)) throw new UnfitValue();
  return date === '0000-00-00' ? 'null' : printDate(date);
}
