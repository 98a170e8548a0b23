// Exact sums on SQLite, whose SUM fails beyond 64 bits: the upper and the lower 32 bits of the values are added separately.
import type { FieldModel } from '../../model/member-model.js';
import type { HavingTest } from '../../model/aggregate-model.js';
import type { Encode } from '../../sql/dialect.js';
import { comparisonOperators, createNumberSum, type SumSql } from '../../sql/sum-sql.js';
import { UnfitValue } from '../../sql/json-text.js';

/** SQLite's doubles hold decimals of up to 15 digits. */
const maxExactScale = 15;

/** The sum of a column: exact for integers, and for decimals that declare their scale. */
export function getSqliteSum(field: FieldModel): SumSql {
  const exact = findExactValues(field);
  return exact ? createPairSum(exact.scale, exact.toInteger) : doubleSum;
}

/** The values of a column as integers: the values times 10^scale. */
interface ExactValues {
  readonly scale: number;
  readonly toInteger: (column: string) => string;
}

function findExactValues({ columnKind, scale }: FieldModel): ExactValues | null {
  if (columnKind === 'integer' || columnKind === 'bigint') return { scale: 0, toInteger: (column) => column };
  if (columnKind !== 'decimal' || scale === null || scale < 0 || scale > maxExactScale) return null;
  return { scale, toInteger: (column) => `CAST(ROUND(${column} * ${10 ** scale}) AS INTEGER)` };
}

/** Sums of bigints and decimals are texts of one length, which have the order of the numbers: one value for both halves. */
export function compileSortedSum(column: string, field: FieldModel): string {
  const exact = field.columnKind === 'integer' ? null : findExactValues(field);
  if (!exact) return `SUM(${column})`;
  const sums = compilePair(exact.toInteger(column));
  const text = `printf('%020d%010d', ${compileUpper(sums)} + ${smallestUpper}, ${compileLower(sums)})`;
  return `CASE WHEN ${sums[0]} IS NOT NULL THEN ${text} END`;
}

/** The upper half of a sum of 2^31 values is not below its negative. */
const smallestUpper = '4611686018427387904';

function compilePair(integer: string): readonly [upper: string, lower: string] {
  return [`SUM(${integer} >> 32)`, `SUM(${integer} & ${lowerRange - 1})`];
}

/** SUM of integers that a NUMERIC column holds would fail past 64 bits, too. */
const doubleSum = createNumberSum({
  compileAggregate: (column) => `SUM(CAST(${column} AS REAL))`,
  compileValue: (placeholder) => `CAST(${placeholder} AS REAL)`,
  compileDividend: (sum) => sum,
});

const lowerRange = 4_294_967_296;

/** The upper bits of a sum, including the carry of the lower half. */
function compileUpper([high = '', low = '']: readonly string[]): string {
  return `(${high} + (${low} >> 32))`;
}

function compileLower([, low = '']: readonly string[]): string {
  return `(${low} & ${lowerRange - 1})`;
}

/** The sum of integers, or of decimals times 10^scale. */
function createPairSum(scale: number, toInteger: (column: string) => string): SumSql {
  const createRounding = (test: HavingTest) => (value: unknown) => roundTowards(test, String(value), scale);
  return {
    compileAggregates: (column) => compilePair(toInteger(column)),
    // Drivers round integers beyond 2^53.
    compileSelected: (columns) => columns.map((column) => `CAST(${column} AS TEXT)`),
    read: ([high, low]) => joinPair(high, low, scale),
    compileOrder: (columns) => [compileUpper(columns), compileLower(columns)],
    compileAverageOrder: (columns, count) => {
      const { quotient, remainder } = compileDivision(columns, count);
      return [quotient, `${remainder} * 1.0 / ${count}`];
    },
    compileTest: (columns, test, bind) => {
      const value = [bind(toUpper(createRounding(test))), bind(toLower(createRounding(test)))];
      return `(${compileUpper(columns)}, ${compileLower(columns)}) ${comparisonOperators[test]} (${value.map(compileInteger).join(', ')})`;
    },
    compileAverageTest: (columns, count, { test, bind }) => {
      const { quotient, remainder } = compileDivision(columns, count);
      const [whole, fraction] = [bind(toWhole(scale)), bind(toFraction(scale))].map(compileInteger);
      return `(${quotient}, ${remainder} * ${fractionUnit}) ${comparisonOperators[test]} (${whole}, ${fraction} * ${count})`;
    },
  };
}

/** Bound as text: not every driver binds a BigInt. */
function compileInteger(placeholder: string): string {
  return `CAST(${placeholder} AS INTEGER)`;
}

/** The sum divided by the count, rounded down, and the remainder: long division by halves, which stays within 64 bits. */
function compileDivision(columns: readonly string[], count: string) {
  const upper = compileUpper(columns);
  const rest = `((${upper} % ${count} + ${count}) % ${count})`;
  const next = `(${rest} * ${lowerRange} + ${compileLower(columns)})`;
  return {
    quotient: `((${upper} - ${rest}) / ${count} * ${lowerRange} + ${next} / ${count})`,
    remainder: `(${next} % ${count})`,
  };
}

function joinPair(high: unknown, low: unknown, scale: number): string {
  if (typeof high !== 'string' || typeof low !== 'string') throw new UnfitValue();
  return `${BigInt(high) * BigInt(lowerRange) + BigInt(low)}e-${scale}`;
}

/** A decimal of at most `places` digits after the point, times 10^scale: an integer and a fraction in units of 10^-places. */
function toScaled(text: string, scale: number, places: number): { whole: bigint; fraction: bigint } {
  const [whole = '0', digits = ''] = text.replace('-', '').split('.');
  const kept = scale + places;
  const units = BigInt(whole + digits.padEnd(kept, '0'));
  const signed = text.startsWith('-') ? -units : units;
  const base = 10n ** BigInt(places);
  const fraction = ((signed % base) + base) % base;
  return { whole: (signed - fraction) / base, fraction };
}

/** The nearest integer that gives the same result in the test; null if no sum can be equal. */
function roundTowards(test: HavingTest, text: string, scale: number): bigint | null {
  const { whole, fraction } = toScaled(text, scale, sumPlaces);
  if (fraction === 0n) return whole;
  if (test === 'eq') return null;
  return test === 'gt' || test === 'lte' ? whole : whole + 1n;
}

/** Compared sums have at most this many digits after the point. */
const sumPlaces = 15;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

function clamp(value: bigint): bigint {
  return value < minInt64 ? minInt64 : value > maxInt64 ? maxInt64 : value;
}

const toUpper =
  (round: (value: unknown) => bigint | null): Encode =>
  (value) => {
    const whole = round(value);
    return whole === null ? null : String(clamp(whole >> 32n));
  };

const toLower =
  (round: (value: unknown) => bigint | null): Encode =>
  (value) => {
    const whole = round(value);
    return whole === null ? null : String(whole & BigInt(lowerRange - 1));
  };

/** Averages are compared with at most this many digits after the point. */
const averagePlaces = 6;
const fractionUnit = 10 ** averagePlaces;

const toWhole =
  (scale: number): Encode =>
  (value) =>
    String(clamp(toScaled(String(value), scale, averagePlaces).whole));

/** Beyond 64 bits, a fraction that no remainder reaches, so that the order stays right. */
const toFraction =
  (scale: number): Encode =>
  (value) => {
    const { whole, fraction } = toScaled(String(value), scale, averagePlaces);
    if (whole > maxInt64) return String(fractionUnit);
    return String(whole < minInt64 ? -1 : fraction);
  };
