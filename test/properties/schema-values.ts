// JSON Schema -> random values that are valid by it. Knows the keywords that decorest publishes, and no field kinds.
import type { JsonSchema } from '@decorest/core';
import fc from 'fast-check';
import { textOf } from './wire-values.js';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Values that the schema allows. Throws on a schema it cannot make values of. */
export function validValue(schema: JsonSchema): fc.Arbitrary<Json> {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return fc.oneof(...(alternatives as JsonSchema[]).map(validValue));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  if (schema.type === undefined) return anyJson();
  return fc.oneof(...typesOf(schema).map((type) => valueOfType(type, schema)));
}

export function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function valueOfType(type: string, schema: JsonSchema): fc.Arbitrary<Json> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return wholeNumber(schema);
    case 'number':
      return finiteNumber(schema);
    case 'string':
      return textBy(schema);
    case 'array':
      return fc.array(validValue(schema.items ?? {}), {
        maxLength: Math.min(numberOf(schema.maxItems, 5), 5),
      });
    case 'object':
      return validObject(schema);
    default:
      throw new Error(`No values of type ${type}.`);
  }
}

/** The required keys and some of the others. */
export function validObject({
  properties = {},
  required = [],
}: JsonSchema): fc.Arbitrary<Record<string, Json>> {
  const values = Object.entries(properties).map(([name, schema]) => [name, validValue(schema)]);
  return fc.record<Record<string, Json>>(Object.fromEntries(values), { requiredKeys: [...required] });
}

export function numberOf(keyword: unknown, otherwise: number): number {
  return typeof keyword === 'number' ? keyword : otherwise;
}

function wholeNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const min = numberOf(schema.minimum, Number.MIN_SAFE_INTEGER);
  const max = numberOf(schema.maximum, Number.MAX_SAFE_INTEGER);
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}

function finiteNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const min = numberOf(schema.minimum, -Number.MAX_VALUE);
  const max = numberOf(schema.maximum, Number.MAX_VALUE);
  const any = fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
  // No bound says that four bytes do not hold what is very close to zero; PostgreSQL refuses it.
  return max === Number.MAX_VALUE ? any : any.filter((value) => value === 0 || Math.abs(value) > 1e-37);
}

function textBy(schema: JsonSchema): fc.Arbitrary<string> {
  const minLength = numberOf(schema.minLength, 0);
  const maxLength = numberOf(schema.maxLength, 60);
  const text = schema.format === undefined ? undefined : textsOfFormat[schema.format];
  const any =
    text ?? (typeof schema.pattern === 'string' ? matching(schema.pattern, maxLength) : textOf(maxLength));
  return any.filter(
    (one) => fits(one, schema) && codePoints(one) >= minLength && codePoints(one) <= maxLength,
  );
}

function codePoints(text: string): number {
  return Array.from(text).length;
}

/** What a pattern only forbids is left to `fits`. */
function matching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const wanted = pattern.replace(/\(\?![^()]*\)/g, '');
  return wanted === '^' ? textOf(maxLength) : fc.stringMatching(new RegExp(wanted), { size: 'small' });
}

function fits(text: string, { pattern }: JsonSchema): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

const year = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1900, max: 2100 }) },
  fc.integer({ min: 0, max: 9999 }),
  fc.constantFrom(0, 1, 9999),
);
const day = fc.tuple(year, fc.integer({ min: 1, max: 366 })).map(([in_, nth]) => {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(in_, 0, Math.min(nth, 365));
  return date.toISOString().slice(0, 10);
});
const clock = fc.stringMatching(/^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?$/);
const offset = fc.oneof(fc.constant('Z'), fc.stringMatching(/^[+-](0[0-9]|1[0-4]):[0-5][0-9]$/));

/**
 * Leap seconds and small letters, which RFC 3339 also knows, are left out; so are instants that an offset takes out of
 * the years of four digits.
 */
const textsOfFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: day,
  'date-time': fc
    .tuple(day, clock, offset)
    .map(([date, time, zone]) => `${date}T${time}${zone}`)
    .filter((text) => /^(?!0000)\d{4}-/.test(new Date(text).toISOString())),
  uuid: fc.tuple(fc.uuid(), fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text)),
  'idn-email': fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.(com|example)$/),
  uri: fc.webUrl(),
  int64: fc
    .oneof(
      fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    )
    .map(String),
  decimal: fc.stringMatching(/^-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,2})?$/),
  byte: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('base64')),
};

/** For a schema that allows everything. */
function anyJson(): fc.Arbitrary<Json> {
  return fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      textOf(6),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(textOf(6), tie('json'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
    ),
  })).json;
}
