// Sums of the values in a group: columns of the group that hold a sum, how it is compared, sorted and read, and the exact
// text of sums and averages of any size.
import type { HavingTest } from '../model/aggregate-model.js';
import { ApiError } from '../errors.js';
import { UnfitValue } from './json-text.js';

/** Operators of comparisons, by the test. */
export const comparisonOperators: Readonly<Record<HavingTest, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Returns the placeholder of a compared value: a number for floats, otherwise decimal text. */
type BindValue = (encode: (value: unknown) => unknown) => string;

/** A sum, as some columns of a group, and the number of values in it. Each function takes the names of these columns. */
export interface SumSql {
  /** The aggregates that the columns hold. NULL where no value was added. */
  readonly compileAggregates: (column: string) => readonly string[];
  /** The expressions to select. */
  readonly compileSelected: (columns: readonly string[]) => readonly string[];
  /** Decimal text of the sum, from what the driver returns for the selected expressions. Throws `UnfitValue`. */
  readonly read: (stored: readonly unknown[]) => string;
  readonly compileOrder: (columns: readonly string[]) => readonly string[];
  readonly compileAverageOrder: (columns: readonly string[], count: string) => readonly string[];
  readonly compileTest: (columns: readonly string[], test: HavingTest, bind: BindValue) => string;
  /** Compares the sum with the value times the count: a quotient would be rounded. */
  readonly compileAverageTest: (
    columns: readonly string[],
    count: string,
    compared: { readonly test: HavingTest; readonly bind: BindValue },
  ) => string;
}

/** How a database spells the sum of a type that it adds exactly, or of floats. */
interface NumberSpelling {
  /** The aggregate of a column. */
  readonly compileAggregate?: (column: string) => string;
  /** The sum as the driver returns it unrounded. */
  readonly compileSelected?: (sum: string) => string;
  /** The number of a placeholder. */
  readonly compileValue: (placeholder: string) => string;
  /** The sum, to be divided. */
  readonly compileDividend: (sum: string) => string;
}

/** A sum in one column, of the database's own type. */
export function createNumberSum(spelling: NumberSpelling): SumSql {
  const {
    compileAggregate = (column) => `SUM(${column})`,
    compileSelected = keepText,
    compileValue,
    compileDividend,
  } = spelling;
  const getOnly = (columns: readonly string[]): string => columns[0] ?? '';
  return {
    compileAggregates: (column) => [compileAggregate(column)],
    compileSelected: (columns) => [compileSelected(getOnly(columns))],
    read: ([stored]) => readNumber(stored),
    compileOrder: (columns) => [getOnly(columns)],
    compileAverageOrder: (columns, count) => [`${compileDividend(getOnly(columns))} / NULLIF(${count}, 0)`],
    compileTest: (columns, test, bind) =>
      `${getOnly(columns)} ${comparisonOperators[test]} ${compileValue(bind(keepValue))}`,
    compileAverageTest: (columns, count, { test, bind }) =>
      `${getOnly(columns)} ${comparisonOperators[test]} ${compileValue(bind(keepValue))} * ${count}`,
  };
}

const keepValue = (value: unknown) => value;
const keepText = (text: string) => text;

/** The error of a sum of floats that no float can express. PostgreSQL raises it as an error. */
export function createSumError(cause?: unknown): ApiError {
  const detail = 'A sum exceeds the largest floating-point number. Restrict the rows by filters.';
  return new ApiError('invalid_request', { detail, cause });
}

const numberText = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** MySQL returns the largest double for a sum that exceeds it, SQLite infinity. */
function readNumber(stored: unknown): string {
  const text = String(stored);
  if (Math.abs(Number(text)) >= Number.MAX_VALUE) throw createSumError();
  if (!numberText.test(text)) throw new UnfitValue();
  return text;
}

/** An average has at most this many digits after the point. */
const averagePlaces = 6;

/** The sum with the digits after the point that are declared; without a declaration, without the zeros at the end. */
export function formatSum(sum: string, scale: number | null): string {
  const { digits, places } = parsePlain(sum);
  return formatPlain(digits, places, Math.max(scale ?? 0, 0));
}

/** The sum divided by the count, rounded half away from zero to six places, without the zeros at the end. */
export function formatAverage(sum: string, count: string): string {
  const { digits, places } = parsePlain(sum);
  const divisor = BigInt(count) * 10n ** BigInt(places);
  const dividend = digits * 10n ** BigInt(averagePlaces);
  const half = dividend < 0n ? -divisor : divisor;
  return formatPlain((2n * dividend + half) / (2n * divisor), averagePlaces, 0);
}

/** A number as an integer and its places after the point. An exponent comes from a double. */
function parsePlain(text: string): { readonly digits: bigint; readonly places: number } {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const places = fraction.length - Number(exponent);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** Keeps at least `kept` places, and further ones up to the last that is not zero. */
function formatPlain(digits: bigint, places: number, kept: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text
    .slice(text.length - places)
    .replace(/0+$/, '')
    .padEnd(kept, '0');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
