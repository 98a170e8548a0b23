// Random values of each field kind as they stand in JSON: few and colliding ones, and the extremes.
import fc from 'fast-check';
import { Colour } from './exhibit-entities.js';

export type Wire = string | number | boolean | null;

/** Letters that case folding, LIKE, GLOB, JSON, SQL or UTF-8 may get wrong. */
const letters = [
  ...Array.from('aAbBzZ%_!\\*?[]^-\'";:/.,+&=#$ \n\t'),
  ...['é', 'É', 'e\u0301', 'ß', 'ẞ', 'İ', 'ı', 'Σ', 'σ', 'ς', 'Ж', 'ж', '\u200d', '\ufeff', '\uffff'],
  ...['😀', '𝒳', '𐐀', '𐐨', '\u{10ffff}'],
];

const codePoint = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\0');

/** Well-formed text without NUL, of so many letters at most. */
export function textOf(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...letters) }, codePoint);
  // A letter may be two code points long.
  return fc
    .array(unit, { maxLength })
    .map((units) => Array.from(units.join('')).slice(0, maxLength).join(''));
}

function integerBetween(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(min, max, 0, 1, -1),
    fc.integer({ min, max }),
  );
}

const biggest = 2n ** 63n;
const bigExtremes = [-biggest, biggest - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n];

const big = fc
  .oneof(
    fc.bigInt({ min: -3n, max: 3n }),
    fc.constantFrom(...bigExtremes),
    fc.bigInt({ min: -biggest, max: biggest - 1n }),
  )
  .map(String);

const floatExtremes = [
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
  1e-7,
  0.1,
  0.30000000000000004,
];

const float = fc
  .oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(...floatExtremes),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  // JSON and databases know -0, but print it as they like.
  .map((value) => value + 0);

const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,4}$/));

/** At most eight digits before the point and four after it. */
const decimal = fc
  .tuple(integerBetween(-99_999_999, 99_999_999), fraction)
  .map(([whole, rest]) => `${String(whole)}${rest}`);

const calendar = { min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
const instant = fc.oneof(
  fc.constantFrom(
    calendar.min,
    calendar.max,
    new Date(0),
    new Date(-1),
    new Date('2024-02-29T12:00:00.500Z'),
  ),
  fc.date({ ...calendar, noInvalidDate: true }),
);

const time = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 1, 43_200, 86_399), fc.integer({ min: 0, max: 86_399 })),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{0,5}[1-9]$/)),
  )
  .map(([second, rest]) => `${new Date(second * 1000).toISOString().slice(11, 19)}${rest}`);

/** A value of each comparable trait, spelled as the API prints it (decimals may have fewer digits). */
export const wireValues = {
  integer: integerBetween(-(2 ** 31), 2 ** 31 - 1),
  small: integerBetween(-(2 ** 15), 2 ** 15 - 1),
  big,
  float,
  decimal,
  boolean: fc.boolean(),
  string: textOf(12),
  uuid: fc.oneof(
    fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    // MariaDB's type takes no later ones.
    fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7] }),
  ),
  enum: fc.constantFrom(...Object.values(Colour)),
  date: instant.map((day) => day.toISOString().slice(0, 10)),
  time,
  datetime: instant.map((moment) => moment.toISOString()),
} as const satisfies Record<string, fc.Arbitrary<Wire>>;

export type Trait = keyof typeof wireValues;
export const traits = Object.keys(wireValues) as readonly Trait[];

/** A trait's two fields: always there, and nullable. */
export function fieldsOf(trait: Trait): readonly [required: string, nullable: string] {
  return [trait, `maybe${trait.charAt(0).toUpperCase()}${trait.slice(1)}`];
}
