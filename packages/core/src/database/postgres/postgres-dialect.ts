// PostgreSQL. The locale of the database decides how case is folded.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { FieldModel } from '../../model/member-model.js';
import {
  quoteLiteral,
  type ComparedColumn,
  type ValueBinder,
  type Dialect,
  type CompilePredicate,
} from '../../sql/dialect.js';
import {
  printJson,
  printDate,
  printInteger,
  printNumber,
  printQuotedInteger,
  printStoredJson,
  printTime,
  UnfitValue,
} from '../../sql/json-text.js';
import { createArrayPrinter } from './postgres-arrays.js';
import { createComparison, compileIsNull, createLikeTest, toPrefixPattern } from '../../sql/predicate-sql.js';
import { createFinerTests, addSpellings } from '../../sql/spelling-sql.js';
import { groupTraits } from './postgres-groups.js';
import { keySet } from './postgres-key-set.js';
import { compilePath, listPredicates } from './postgres-documents.js';
import {
  compileContains,
  compileContainsFolded,
  compileShownText,
  compileSuffix,
  compileText,
} from './postgres-search.js';
import { orderTraits } from './postgres-position.js';

const list: Dialect['encodeListAsParameter'] = (values) => values;

const plainPredicates: Dialect['predicates'] = {
  eq: createEquality(createComparison('='), { operator: '=', type: 'text' }),
  neq: createInequality(createComparison('<>'), { operator: '<>', type: 'text' }),
  in: createEquality((column, values) => `${column} = ANY(${values()})`, {
    operator: '= ANY',
    type: 'text[]',
  }),
  notIn: createInequality((column, values) => `${column} <> ALL(${values()})`, {
    operator: '<> ALL',
    type: 'text[]',
  }),
  gt: createComparison('>'),
  gte: createComparison('>='),
  lt: createComparison('<'),
  lte: createComparison('<='),
  null: compileIsNull,
  ieq: (column, value, field) => `lower(${compileText(column, field)}) = lower(${value()})`,
  has: compileContains,
  ihas: compileContainsFolded,
  prefix: createLikeTest(toPrefixPattern),
  suffix: compileSuffix,
  words: compileContainsFolded,
  ...listPredicates,
};

const millisecond = `'milliseconds'`;

const finerTests = createFinerTests({
  cut: (column) => `date_trunc(${millisecond}, ${column})`,
  end: { as: addMillisecond },
  untilEnd: '<',
  compileList: (list) => ({ among: `= ANY(${list})`, outside: `<> ALL(${list})` }),
});

function addMillisecond(value: unknown): unknown {
  return value instanceof Date ? new Date(value.getTime() + 1) : value;
}

/** A column whose type is inferred may hold dates, which have no milliseconds, and an expression is evaluated for each mention. */
function isCut({ spelling, inferred }: ComparedColumn): boolean {
  return spelling === 'finer' && inferred === true;
}

const predicates = addSpellings(plainPredicates, (column) =>
  column.spelling === 'finer' && !isCut(column) ? finerTests : null,
);

/** A comparison of padded texts, and the type of its right side. */
interface TextComparison {
  readonly operator: string;
  readonly type: 'text' | 'text[]';
}

/** For padded texts, the database's own test can use an index; a second test compares the whole text. */
function createEquality(test: CompilePredicate, padded: TextComparison): CompilePredicate {
  return (column, value, field) => {
    const found = test(column, value, field);
    return field.padded ? `(${found} AND ${compileTextTest(column, value, padded)})` : found;
  };
}

function createInequality(test: CompilePredicate, padded: TextComparison): CompilePredicate {
  return (column, value, field) =>
    field.padded ? compileTextTest(column, value, padded) : test(column, value, field);
}

/** Binds a separate parameter of type text: one that is compileCompared with the column itself gets the column's type. */
function compileTextTest(column: string, value: ValueBinder, { operator, type }: TextComparison): string {
  return `${compileShownText(column)} ${operator} (CAST(${value({ as: asIs })} AS ${type}))`;
}

const asIs = (value: unknown) => value;

/** Values arrive as the text that the server sends. */
const printers: Dialect['printers'] = {
  integer: printInteger,
  bigint: printQuotedInteger,
  float: printFloat,
  boolean: (text) => booleans.get(text) ?? throwUnfit(),
  string: printJson,
  uuid: printStoredUuid,
  enum: printJson,
  date: printDate,
  time: printTime,
  json: printStoredJson,
};

/** Columns of integers may hold booleans, too. */
const booleans: ReadonlyMap<unknown, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
  ['1', 'true'],
  ['0', 'false'],
]);

/** The number of digits that a double preserves. */
const maxExactDigits = 15;

/** Prints a float as JavaScript does, but a NUMERIC with all its digits. */
function printFloat(text: unknown): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throwUnfit();
  return String(text).length <= maxExactDigits || String(text).includes('e')
    ? String(value)
    : printNumber(text);
}

/** A UUID as its type spells it. A column of texts may hold other spellings, which filters do not find. */
function printStoredUuid(text: unknown): string {
  return typeof text === 'string' && storedUuid.test(text) ? `"${text}"` : throwUnfit();
}

const storedUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function throwUnfit(): never {
  throw new UnfitValue();
}

function compileCompared(column: string, field: FieldModel): string {
  if (isCut(field)) return compileNormal(column, field);
  return field.inferred ? compileInferred(column, field) : column;
}

/** The clock of the database has microseconds, answers have milliseconds: an instant would not equal itself. */
function compileNormal(column: string, { spelling }: FieldModel): string {
  return spelling === 'finer' ? `date_trunc(${millisecond}, ${column})` : column;
}

/** Casts a column whose type is inferred, as the real one may be another: `count()` is a bigint, and a UUID has no LIKE. */
function compileInferred(column: string, { columnKind, expression }: FieldModel): string {
  if (columnKind === 'float') return `CAST(${column} AS numeric)`;
  if (columnKind !== 'string') return column;
  // An expression is evaluated for each mention, so it is mentioned once.
  return expression ? `CAST(${column} AS text)` : compileShownText(column);
}

/** A setting that was never set is NULL; one of an earlier transaction is empty. */
const savedKey = "NULLIF(current_setting('decorest.key', true), '')";

const savedKeyByKind: Readonly<Partial<Record<FieldKind, string>>> = {
  integer: `CAST(${savedKey} AS bigint)`,
  bigint: `CAST(${savedKey} AS bigint)`,
  uuid: `CAST(${savedKey} AS uuid)`,
  string: savedKey,
};

/** The part of the dialect that writes and locks rows. */
const writeTraits = {
  supportsReturning: true,
  warningCount: null,
  // A constant division by zero would fail when the statement is planned.
  guardRowSize: (text: string, maxBytes: number) =>
    `SELECT r.*, 1 / CASE WHEN octet_length(CAST(r AS text)) > ${maxBytes} THEN 0 ELSE 1 END FROM (${text}) r`,
  fromNoTable: '',
  defaultValues: 'DEFAULT VALUES',
  ignoreDuplicates: () => ' ON CONFLICT DO NOTHING',
  compileLeftOut: () => 'TRUE',
  now: 'CURRENT_TIMESTAMP',
  // The key does not change, so foreign keys that refer to the row need not wait.
  forUpdate: ' FOR NO KEY UPDATE',
  forExclusion: ' FOR UPDATE',
  // A soft delete changes no key: only the stronger lock prevents it.
  forReference: (softlyDeleted: boolean) => (softlyDeleted ? ' FOR SHARE' : ' FOR KEY SHARE'),
  insertedKey: {
    saveKey: (key: string) => `set_config('decorest.key', CAST(${key} AS text), true)`,
    readKey: (kind: FieldKind) => savedKeyByKind[kind],
  },
  advanceSequence: (table: string, column: string, id: string) => {
    const sequence = `pg_get_serial_sequence(${quoteLiteral(table)}, ${quoteLiteral(column)})`;
    const last = `COALESCE(pg_sequence_last_value(CAST(${sequence} AS regclass)), 0)`;
    return `SELECT setval(${sequence}, ${id}) WHERE ${sequence} IS NOT NULL AND ${id} > ${last}`;
  },
} satisfies Partial<Dialect>;

/** Creates the dialect of PostgreSQL. */
export function createPostgresDialect(quote: Dialect['quote']): Dialect {
  return {
    quote,
    placeholder: (position) => `$${position}`,
    hasNumberedPlaceholders: true,
    predicates,
    encodeListAsParameter: list,
    keySet,
    quoteLiteral,
    getDriverDecoder: () => null,
    compileSelected: (column) => column,
    compileCompared,
    compileNormal,
    compilePath,
    printers,
    createArrayPrinter: (items) => createArrayPrinter(items, printers),
    compileSum: (column) => `SUM(${column})`,
    ...groupTraits,
    ...orderTraits,
    plansAntiJoins: true,
    combinesSets: true,
    joinsForLimit: true,
    selectInSet: 'SELECT',
    selectInPolicy: 'SELECT',
    derivesNestedSets: false,
    ordersJoins: true,
    computesSkippedRows: true,
    leftJoinKeepsOrder: false,
    orderedJoin: null,
    limitsPerRow: 'lateral',
    compileSortValue: (expression) => expression,
    separateTotal: false,
    random: 'RANDOM()',
    ...writeTraits,
  };
}
