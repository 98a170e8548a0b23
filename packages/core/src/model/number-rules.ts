// The rules for numbers as JSON Schema.
import {
  always,
  isFinite,
  isObject,
  isString,
  namedValues,
  nothing,
  present,
  type Meaning,
} from './rule-meaning.js';

/** Rules for numbers, by their names. */
export const numbers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...namedValues('number'),
  present,
  ['isInt', () => ({ schema: { type: 'integer' }, says: 'all' })],
  ['isNumber', ([options]) => (isObject(options) && 'maxDecimalPlaces' in options ? nothing : always)],
  ['isPositive', () => ({ schema: { exclusiveMinimum: 0 }, says: 'all' })],
  ['isNegative', () => ({ schema: { exclusiveMaximum: 0 }, says: 'all' })],
  ['min', ([least]) => (isFinite(least) ? { schema: { minimum: least }, says: 'all' } : nothing)],
  ['max', ([most]) => (isFinite(most) ? { schema: { maximum: most }, says: 'all' } : nothing)],
  ['isLatitude', () => ({ schema: { minimum: -90, maximum: 90 }, says: 'part' })],
  ['isLongitude', () => ({ schema: { minimum: -180, maximum: 180 }, says: 'part' })],
]);

/** Rules for integers. */
export const integers: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...numbers,
  ['isNumber', () => always],
  [
    'isDivisibleBy',
    ([divisor]) =>
      Number.isInteger(divisor) && Number(divisor) > 0
        ? { schema: { multipleOf: divisor }, says: 'all' }
        : nothing,
  ],
]);

/** Patterns for the sign of a number written as text. */
export const signPatterns = {
  notNegative: '^(?!-.*[1-9])',
  positive: '^(?!-).*[1-9]',
  negative: '^-.*[1-9]',
} as const;

/** Rules for numbers written as text. No readable pattern expresses bounds other than zero. */
export const numbersAsText: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  present,
  isString,
  ['isPositive', () => ({ schema: { pattern: signPatterns.positive }, says: 'all' })],
  ['isNegative', () => ({ schema: { pattern: signPatterns.negative }, says: 'all' })],
  [
    'min',
    ([least]) => (least === 0 ? { schema: { pattern: signPatterns.notNegative }, says: 'all' } : nothing),
  ],
]);
