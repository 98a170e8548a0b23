// JSON Schema -> valid values, for examples. Supports the keywords of request bodies; a schema with other keywords, or without
// a known valid value, has no sample.
import type { JsonSchema, JsonValue, NumberSign } from '@decorest/core';
import { generateText } from './pattern-sample.js';

/** An additional condition on a value. */
type Test = (value: JsonValue) => boolean;

const acceptAny: Test = () => true;

/**
 * Finds a value that the schema allows and the test accepts; with `nth` 1 a second one, if possible. Undefined if no value is
 * known.
 */
export function findSample(schema: JsonSchema, nth: 0 | 1 = 0, accepts = acceptAny): JsonValue | undefined {
  const samples = findSamples(schema, accepts);
  return samples[nth] ?? samples[0];
}

/** The author's first example in the schema; undefined if the schema has no examples. */
export function getDeclaredSample({ examples, example }: JsonSchema): JsonValue | undefined {
  const [first = example] = Array.isArray(examples) ? (examples as readonly JsonValue[]) : [];
  return first as JsonValue | undefined;
}

function findSamples(schema: JsonSchema, accepts = acceptAny): readonly JsonValue[] {
  const declared = getDeclaredSample(schema);
  if (declared !== undefined) return [declared];
  if (unsupportedKeywords.some((keyword) => keyword in schema)) return [];
  const { anyOf, oneOf } = schema;
  const alternatives = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (alternatives) {
    const others = alternatives.filter(({ type }) => type !== 'null');
    // A value must match exactly one schema of `oneOf`, which is certain only if there is a single one.
    return oneOf && others.length > 1 ? [] : others.flatMap((one) => findSamples(one, accepts));
  }
  return [...new Set(listCandidates(schema))].filter((value) => isAllowed(value, schema) && accepts(value));
}

/** Schemas with these keywords get no sample. */
const unsupportedKeywords = [
  '$ref',
  '$dynamicRef',
  'if',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'propertyNames',
  'prefixItems',
] as const;

function listCandidates(schema: JsonSchema): readonly JsonValue[] {
  const { default: byDefault, const: only, enum: named } = schema;
  if (only !== undefined) return [only as JsonValue];
  const first = byDefault === undefined || byDefault === null ? [] : [byDefault as JsonValue];
  if (Array.isArray(named))
    return [...first, ...(named as readonly JsonValue[]).filter((value) => value !== null)];
  return [...first, ...listValuesOfType(getType(schema), schema)];
}

/** The first type other than null. A schema without a type allows all of them. */
function getType({ type = 'object' }: JsonSchema): string {
  return [type].flat().find((name) => name !== 'null') ?? 'null';
}

function listValuesOfType(type: string, schema: JsonSchema): readonly JsonValue[] {
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return listNumbers(schema).filter(Number.isSafeInteger);
    case 'number':
      return listNumbers(schema);
    case 'string':
      return listTexts(schema);
    case 'array':
      return buildLists(schema);
    case 'object':
      return buildObjects(schema);
    default:
      return [];
  }
}

/** Prefers 1, or the minimum above it; then 1000, which is rarely the key of an existing row. */
function listNumbers({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: JsonSchema): number[] {
  const least = getNumber(minimum, getNumber(exclusiveMinimum, 0) + 1);
  const most = getNumber(maximum, getNumber(exclusiveMaximum, 0) - 1);
  const step = getNumber(multipleOf, 1);
  const multiple = Math.ceil(least / step) * step;
  const multiples = [multiple, multiple + step, Math.floor(most / step) * step, step];
  const bounds = [...multiples, least, most, (least + most) / 2];
  return least > 1 ? [...bounds, 1000] : [1, 1000, 0, -1, ...bounds];
}

function getNumber(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Two of each if possible: a new key must differ from the keys of existing rows. */
const textsOfFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-31', '2027-01-31'],
  'date-time': ['2026-01-31T09:30:00Z', '2027-01-31T09:30:00Z'],
  time: ['09:30:00Z', '21:30:00Z'],
  duration: ['P1D', 'PT1H'],
  uuid: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  email: ['someone@example.com', 'another@example.com'],
  'idn-email': ['someone@example.com', 'another@example.com'],
  hostname: ['example.com', 'example.org'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  uri: ['https://example.com/', 'https://example.org/'],
  'uri-reference': ['/one', '/other'],
  byte: ['AQID', 'BAUG', 'AQI=', 'AQ==', ''],
  decimal: ['1.5', '2.5', '1', '0.5', '0', '-1'],
  int64: ['1', '1000', '0', '-1'],
};

/** Formats that the accompanying pattern describes completely. */
const spelledByPattern: ReadonlySet<string> = new Set(['decimal', 'int64']);

/** For texts with a length but no format, and for common patterns. */
const plainTexts = ['text', 'other', 'TEXT', '1', '09:30:00', 'a'] as const;

/** For rules that a schema cannot express. */
const textsForRules = [
  'https://example.com/',
  '192.0.2.1',
  '2001:db8::1',
  'example.com',
  'someone@example.com',
  '00000000-0000-4000-8000-000000000001',
  '+14155552671',
  'Passw0rd!2',
  '#336699',
  'rgb(51,102,153)',
  'en',
  'US',
  'USA',
  'USD',
  'en-US',
  'Europe/Berlin',
  '51.5,-0.1',
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  'true',
  '{"a":1}',
  'text/plain',
  '1.0.0',
  'dGV4dA==',
  'data:,text',
  '00:00:5e:00:53:01',
  '978-3-16-148410-0',
  '4111111111111111',
  'GB82WEST12345698765432',
  'DEUTDEFF',
] as const;

function listTexts(schema: JsonSchema): readonly string[] {
  const { format = '', minLength, maxLength } = schema;
  const least = getNumber(minLength, 0);
  const most = getNumber(maxLength, Infinity);
  const known = Object.hasOwn(textsOfFormat, format) ? textsOfFormat[format] : undefined;
  if (known && !spelledByPattern.has(format)) return known;
  const byPattern = collectPatterns(schema).flatMap((pattern) => generateText(pattern) ?? []);
  const fitting = [...(known ?? []), ...plainTexts, ...byPattern].flatMap((text) => [
    text,
    padText(text, least, most),
  ]);
  return [...fitting, ...textsForRules];
}

/** Maximum length of an example. */
const maxTextLength = 10_000;

/** Repeats or cuts a text to an allowed length. */
function padText(text: string, least: number, most: number): string {
  return text.padEnd(Math.min(least, maxTextLength), text).slice(0, most);
}

function collectPatterns({ pattern, allOf = [] }: JsonSchema): readonly string[] {
  const beside = (allOf as readonly JsonSchema[]).flatMap(collectPatterns);
  return typeof pattern === 'string' ? [pattern, ...beside] : beside;
}

function buildLists({ items, minItems, maxItems, uniqueItems }: JsonSchema): readonly JsonValue[] {
  const least = getNumber(minItems, 0);
  const samples = items ? findSamples(items) : ['text'];
  const count = Math.max(least, Math.min(1, samples.length, getNumber(maxItems, 1)));
  const chosen =
    uniqueItems === true
      ? [...new Set(samples)].slice(0, count)
      : Array.from({ length: count }, (_, nth) => samples[nth % samples.length]);
  const list = chosen.filter((value) => value !== undefined);
  return list.length < least ? [] : [list];
}

/** With all properties that have a sample. */
function buildObjects({ properties = {}, required = [] }: JsonSchema): readonly JsonValue[] {
  const samples = Object.entries(properties).flatMap(([name, schema]) => {
    const value = findSample(schema);
    return value === undefined ? [] : [[name, value] as const];
  });
  const object = Object.fromEntries(samples);
  return required.every((name) => Object.hasOwn(object, name)) ? [object] : [];
}

/** Whether a value of the right type satisfies the schema. */
function isAllowed(value: JsonValue, schema: JsonSchema): boolean {
  const { allOf = [], not, enum: named } = schema;
  if (Array.isArray(named) && !named.includes(value)) return false;
  if (!(allOf as readonly JsonSchema[]).every((part) => isAllowed(value, part))) return false;
  if (not !== undefined && isAllowed(value, not as JsonSchema)) return false;
  if (typeof value === 'number') return isWithin(value, schema);
  return typeof value === 'string' ? isValidText(value, schema) : true;
}

function isWithin(value: number, schema: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema;
  return (
    value >= getNumber(minimum, -Infinity) &&
    value <= getNumber(maximum, Infinity) &&
    value > getNumber(exclusiveMinimum, -Infinity) &&
    value < getNumber(exclusiveMaximum, Infinity) &&
    (typeof multipleOf !== 'number' || Number.isInteger(value / multipleOf)) &&
    (type !== 'integer' || Number.isInteger(value))
  );
}

function isValidText(value: string, schema: JsonSchema): boolean {
  const { minLength, maxLength, pattern, 'x-decorest-sign': sign, 'x-decorest-max-bytes': bytes } = schema;
  return (
    value.length >= getNumber(minLength, 0) &&
    value.length <= getNumber(maxLength, Infinity) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)) &&
    (sign === undefined || signs[sign.is].includes(Math.sign(Number(value)))) &&
    Buffer.byteLength(value, 'base64') <= getNumber(bytes, Infinity)
  );
}

type Signs = Readonly<Record<NumberSign, readonly number[]>>;
const signs: Signs = { notNegative: [0, 1], positive: [1], negative: [-1] };
