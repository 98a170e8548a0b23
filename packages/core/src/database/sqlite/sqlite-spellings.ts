// Spellings of values on SQLite, whose columns take any text or number: the normal form of each kind, as an expression and in
// JavaScript, and comparisons of it. A range of the bare column comes first, so that an index finds the few rows to look at.
import type { FieldModel } from '../../model/member-model.js';
import type { ComparedColumn, Encode, ValueBinder } from '../../sql/dialect.js';
import { printDate, UnfitValue } from '../../sql/json-text.js';
import { listUuidTexts, pickGreatest, pickLeast, type SpellingTests } from '../../sql/spelling-sql.js';
import { isCalendarDate } from '../../vocabulary/calendar.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

const day = '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]';
const minute = '[0-2][0-9]:[0-5][0-9]';

/** `2026-01-02 03:04:05.678`, as TypeORM stores instants. The last days of long months are left to `strftime`. */
const instantText = `[0-9][0-9][0-9][0-9]-[01][0-9]-[0-2][0-9] ${minute}:[0-5][0-9].[0-9][0-9][0-9]`;

/** Whether a column has such a text. */
export function isInstantText(column: string): string {
  return `${column} GLOB '${instantText}'`;
}

/** Cuts a fraction to milliseconds, where `strftime` would round it; a time zone may follow. */
function compileCut(column: string): string {
  const longer = `substr(${column}, 1, 23) || ltrim(substr(${column}, 24), '0123456789')`;
  return `CASE WHEN substr(${column}, 20, 4) GLOB '.[0-9][0-9][0-9]' THEN ${longer} ELSE ${column} END`;
}

function compileInstant(column: string): string {
  // Without the dash, SQLite would read numbers as Julian days, and 'now' as the current time. It reads 30 February as 2 March.
  const text = `substr(${column}, 1, 10)`;
  return `CASE WHEN ${isInstantText(column)} THEN ${column} WHEN substr(${column}, 5, 1) = '-' AND date(${text}) = ${text} THEN strftime('%Y-%m-%d %H:%M:%f', ${compileCut(column)}) END`;
}

/** The date of a text that may have a time, too. */
function compileDate(column: string): string {
  const text = `substr(${column}, 1, 10)`;
  const exists = `(substr(${column}, 9, 2) BETWEEN '01' AND '28' AND substr(${column}, 6, 2) BETWEEN '01' AND '12' OR date(${text}) = ${text})`;
  return `CASE WHEN (${column} GLOB '${day}' OR ${column} GLOB '${day}[ T][0-9][0-9]:[0-9]*') AND ${exists} THEN ${text} END`;
}

/** A time without zeros at the end of its fraction. */
function compileTime(column: string): string {
  const whole = `${column} GLOB '${minute}:[0-5][0-9]' THEN ${column}`;
  const fraction = `${column} GLOB '${minute}:[0-5][0-9].[0-9]*' THEN rtrim(rtrim(${column}, '0'), '.')`;
  return `CASE WHEN ${whole} WHEN ${fraction} WHEN ${column} GLOB '${minute}' THEN ${column} || ':00' END`;
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

const instantPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/** An instant. SQLite reads texts without a time zone as UTC. */
function readInstant(stored: unknown): Date {
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] = instantPattern.exec(String(stored)) ?? [];
  if (date === undefined || !isCalendarDate(date)) throw new UnfitValue();
  return new Date(`${date}T${time}${seconds}${zone}`);
}

function readBoolean(stored: unknown): boolean {
  if (typeof stored === 'number' || typeof stored === 'bigint') return Number(stored) !== 0;
  const value = booleanTexts.get(String(stored).toLowerCase());
  if (value === undefined) throw new UnfitValue();
  return value;
}

const booleanTexts: ReadonlyMap<string, boolean> = new Map([
  ['t', true],
  ['true', true],
  ['f', false],
  ['false', false],
]);

/** A boolean of an index, which compares it as it is. */
function readStrictBoolean(stored: unknown): boolean {
  const value = Number(stored);
  if (typeof stored !== 'number' || (value !== 0 && value !== 1)) throw new UnfitValue();
  return value === 1;
}

const datePattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T][0-9]{2}:[0-9].*)?$/s;

/** Prints the date of a text that may have a time, too. */
export function printStoredDate(stored: unknown): string {
  const [, date] = datePattern.exec(String(stored)) ?? [];
  return printDate(date);
}

/** Converts what the driver returns to a value that TypeORM hydrates; null where that is the same. */
export function getDriverDecoder({
  columnKind,
  codec,
  spelling,
  expression,
}: FieldModel): ((stored: unknown) => unknown) | null {
  if (codec.opaque) return null;
  if (columnKind === 'datetime' && spelling === 'free') return readInstant;
  if (columnKind !== 'boolean' || codec.transformed || expression) return null;
  return spelling === 'free' ? readBoolean : readStrictBoolean;
}
