// Spellings of values on SQLite, whose columns take any text or number: the normal form of each kind, as an expression and in
// JavaScript, and comparisons of it. A range of the bare column comes first, so that an index finds the few rows to look at.
import type { FieldModel } from '../../model/member-model.js';
import type { ComparedColumn, Encode, ValueBinder } from '../../sql/dialect.js';
import { listUuidTexts, pickGreatest, pickLeast, type SpellingTests } from '../../sql/spelling-sql.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

const year = '[0-9][0-9][0-9][0-9]';
const usualYear = '[12][0-9][0-9][0-9]';
const monthAndDay = '[01][0-9]-[0-3][0-9]';
const minute = '[0-2][0-9]:[0-5][0-9]';
const seconds = '[0-5][0-9].[0-9][0-9][0-9]';

/** `2026-01-02 03:04:05.678`, as TypeORM stores instants. The last days of long months are left to `strftime`. */
const instantText = `${year}-[01][0-9]-[0-2][0-9] ${minute}:${seconds}`;

/** Whether a column has such a text. Months and hours that do not exist pass: no answer has them. */
function isInstantText(column: string): string {
  return `${column} GLOB '${instantText}'`;
}

const hours = ['[01][0-9]', '2[0-3]'];

/** Such texts of months and hours that exist. As fast as one pattern: most texts match the first, the others fail early. */
const shownInstants = ['0[1-9]', '1[0-2]'].flatMap((month) =>
  hours.map((hour) => `${usualYear}-${month}-[0-2][0-9] ${hour}:[0-5][0-9]:${seconds}`),
);

/** The instant of a column as answers show it; NULL for a text that is none. */
export function compileShownInstant(column: string): { readonly usual: string; readonly spelled: string } {
  return {
    usual: shownInstants.map((text) => `${column} GLOB '${text}'`).join(' OR '),
    spelled: compileSpelledInstant(column),
  };
}

/** Cuts a fraction to milliseconds, where `strftime` would round it; a time zone may follow. */
function compileCut(column: string): string {
  const longer = `substr(${column}, 1, 23) || ltrim(substr(${column}, 24), '0123456789')`;
  return `CASE WHEN substr(${column}, 20, 4) GLOB '.[0-9][0-9][0-9]' THEN ${longer} ELSE ${column} END`;
}

/**
 * An instant in any ISO text, of the years 1 to 9999. Without the dash, SQLite would read numbers as Julian days, and 'now' as the
 * current time. It reads 30 February as 2 March, and takes hour 24.
 */
function compileSpelledInstant(column: string): string {
  const text = `substr(${column}, 1, 10)`;
  const exists = `date(${text}) = ${text} AND substr(${column}, 12, 2) < '24' AND julianday(${column}) >= ${firstDay}`;
  return `CASE WHEN substr(${column}, 5, 1) = '-' AND ${exists} THEN strftime('%Y-%m-%d %H:%M:%f', ${compileCut(column)}) END`;
}

/** The Julian day of 0001-01-01. */
const firstDay = 1_721_425.5;

function compileInstant(column: string): string {
  return `CASE WHEN ${isInstantText(column)} THEN ${column} ELSE ${compileSpelledInstant(column)} END`;
}

/** The date of a text that may have a time, too. Without its dash, a column of numbers would take the first year for one. */
function compileDate(column: string): string {
  const text = `substr(${column}, 1, 10)`;
  const other = ['', '[ T][0-9][0-9]:[0-9]*'].map((time) => `${column} GLOB '${year}-${monthAndDay}${time}'`);
  const isText = `(${column} GLOB '${usualYear}-${monthAndDay}' OR ${column} >= '0001-' AND (${other.join(' OR ')}))`;
  const exists = `(substr(${column}, 9, 2) BETWEEN '01' AND '28' AND substr(${column}, 6, 2) BETWEEN '01' AND '12' OR date(${text}) = ${text})`;
  return `CASE WHEN ${isText} AND ${exists} THEN ${text} END`;
}

/** A time without zeros at the end of its fraction. 24:00:00 is the end of the day. */
function compileTime(column: string): string {
  const whole = hours.map((hour) => `${column} GLOB '${hour}:[0-5][0-9]:[0-5][0-9]'`).join(' OR ');
  const trimmed = `rtrim(rtrim(${column}, '0'), '.')`;
  const digits = `length(${column}) <= 15 AND substr(${column}, 10) NOT GLOB '*[^0-9]*'`;
  const fraction = `${column} GLOB '${minute}:[0-5][0-9].[0-9]*' AND ${digits} AND ${trimmed} <= '24:00:00'`;
  const short = `${column} GLOB '${minute}' AND ${column} <= '24:00'`;
  return `CASE WHEN ${whole} THEN ${column} WHEN ${column} = '24:00:00' THEN ${column} WHEN ${fraction} THEN ${trimmed} WHEN ${short} THEN ${column} || ':00' END`;
}

function compileBoolean(column: string): string {
  const texts = `WHEN lower(${column}) IN ('t', 'true') THEN 1 WHEN lower(${column}) IN ('f', 'false') THEN 0`;
  return `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} <> 0 ${texts} END`;
}

function compileUuid(column: string): string {
  const [start, ...others] = [1, 9, 13, 17, 21].map(
    (from, at) => `substr(${column}, ${from}, ${[8, 4, 4, 4, 12][at]})`,
  );
  const dashed = [start, ...others].join(` || '-' || `);
  const isOneCase = `${column} IN (lower(${column}), upper(${column}))`;
  const isHex = `${column} NOT GLOB '*[^0-9A-Fa-f-]*'`;
  return `CASE WHEN ${isOneCase} AND ${isHex} THEN CASE length(${column}) WHEN 36 THEN lower(${column}) WHEN 32 THEN lower(${dashed}) END END`;
}

/** Expressions of the normal form; NULL for a value that has none. */
const normalForms: Readonly<Partial<Record<FieldKind, (column: string) => string>>> = {
  datetime: compileInstant,
  date: compileDate,
  time: compileTime,
  boolean: compileBoolean,
  uuid: compileUuid,
};

/** The normal form of a column. An expression of the author is evaluated for each mention, so it is mentioned once. */
export function compileNormal(column: string, { columnKind, spelling, expression }: ComparedColumn): string {
  if (spelling === 'free' && expression) return `strftime('%Y-%m-%d %H:%M:%f', ${column})`;
  const normal = spelling === 'free' ? normalForms[columnKind] : undefined;
  return normal ? `(${normal(column)})` : column;
}

/** Where the texts of one value lie: from the first inclusive to the second exclusive, which is null where any may follow. */
interface TextRange {
  readonly from: Encode;
  readonly to: Encode;
  /** The test that a text is of the kind at all, for texts outside of the range. */
  readonly isText: (column: string) => string;
}

/** In another time zone, the text of an instant has the day before, the same day or the day after. */
const instantRange: TextRange = {
  from: (value) => shiftDay(value, -1),
  to: (value) => shiftDay(value, 2),
  isText: (column) => `substr(${column}, 5, 1) = '-'`,
};

const dateRange: TextRange = {
  from: (value) => value,
  // A time follows a blank or a T.
  to: (value) => `${String(value)}U`,
  isText: (column) => `${compileDate(column)} IS NOT NULL`,
};

const timeRange: TextRange = {
  from: (value) => String(value).slice(0, 5),
  to: (value) => `${String(value).slice(0, 5)};`,
  isText: (column) => `${compileTime(column)} IS NOT NULL`,
};

function shiftDay(value: unknown, days: number): string {
  const start = Date.parse(`${String(value).slice(0, 10)}T00:00:00.000Z`);
  const shifted = new Date(start + days * 86_400_000).toISOString();
  // A year of five digits has a sign. No text of a date comes after a colon.
  return shifted.startsWith('+') ? ':' : shifted.slice(0, 10);
}

/** A range of few rows. The planner would otherwise scan the table in the order of a list. */
function compileFew(column: string, from: string, to: string): string {
  return `unlikely(${column} >= ${from}) AND unlikely(${column} < ${to})`;
}

function createRangeTests({ from, to, isText }: TextRange): SpellingTests {
  const isAfter = (operator: '>' | '>=') => (column: string, value: ValueBinder, field: ComparedColumn) => {
    const start = `${column} >= ${value({ as: from })}`;
    const further = `(${column} >= ${value({ as: to })} AND ${isText(column)})`;
    return `(${start} AND (${further} OR ${compileNormal(column, field)} ${operator} ${value()}))`;
  };
  const isBefore = (operator: '<' | '<=') => (column: string, value: ValueBinder, field: ComparedColumn) => {
    const end = `${column} < ${value({ as: to })}`;
    const further = `(${column} < ${value({ as: from })} AND ${isText(column)})`;
    return `(${end} AND (${further} OR ${compileNormal(column, field)} ${operator} ${value()}))`;
  };
  return {
    eq: (column, value, field) =>
      `(${compileFew(column, value({ as: from }), value({ as: to }))} AND ${compileNormal(column, field)} = ${value()})`,
    neq: (column, value, field) => `${compileNormal(column, field)} <> ${value()}`,
    in: (column, value, field) =>
      `(${compileFew(column, value({ as: from, pick: pickLeast }), value({ as: to, pick: pickGreatest }))} AND ${compileNormal(column, field)} IN ${compileList(value())})`,
    notIn: (column, value, field) => `${compileNormal(column, field)} NOT IN ${compileList(value())}`,
    gt: isAfter('>'),
    gte: isAfter('>='),
    lt: isBefore('<'),
    lte: isBefore('<='),
  };
}

function compileList(values: string): string {
  return `(SELECT value FROM json_each(${values}))`;
}

/** Tests of expressions in normal form, and of booleans: no index serves. */
const normalTests: SpellingTests = {
  eq: (column, value, field) => `${compileNormal(column, field)} = ${value()}`,
  neq: (column, value, field) => `${compileNormal(column, field)} <> ${value()}`,
  in: (column, value, field) => `${compileNormal(column, field)} IN ${compileList(value())}`,
  notIn: (column, value, field) => `${compileNormal(column, field)} NOT IN ${compileList(value())}`,
  gt: (column, value, field) => `${compileNormal(column, field)} > ${value()}`,
  gte: (column, value, field) => `${compileNormal(column, field)} >= ${value()}`,
  lt: (column, value, field) => `${compileNormal(column, field)} < ${value()}`,
  lte: (column, value, field) => `${compileNormal(column, field)} <= ${value()}`,
};

const listTexts = (values: readonly unknown[]) => JSON.stringify(values.flatMap(listUuidTexts));

/** Each text that a UUID may have is looked up. */
const uuidTests: SpellingTests = {
  ...normalTests,
  eq: (column, value) =>
    `${column} IN (${[0, 1, 2, 3].map((at) => value({ as: uuidTexts[at] ?? asIs })).join(', ')})`,
  in: (column, value) => `${column} IN ${compileList(value({ pick: listTexts }))}`,
};

const asIs: Encode = (value) => value;
const uuidTexts = [0, 1, 2, 3].map(
  (at): Encode =>
    (value) =>
      listUuidTexts(value)[at],
);

const testsByKind: Readonly<Partial<Record<FieldKind, SpellingTests>>> = {
  datetime: createRangeTests(instantRange),
  date: createRangeTests(dateRange),
  time: createRangeTests(timeRange),
  boolean: normalTests,
  uuid: uuidTests,
};

/** The tests of a column that may have several texts for a value; null for others. */
export function findSpellingTests({
  columnKind,
  spelling,
  expression,
}: ComparedColumn): SpellingTests | null {
  if (spelling !== 'free') return null;
  return (expression ? normalTests : testsByKind[columnKind]) ?? null;
}

/** The value that lists are sorted by. An index has the order of the stored texts. */
export function compileSortValue(value: string, field: FieldModel): string {
  const { columnKind, indexed, expression } = field;
  return indexed || expression || columnKind === 'date' ? value : compileNormal(value, field);
}
