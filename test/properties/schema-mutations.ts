// A valid body -> all bodies that are one step away from it and not valid any more.
import type { JsonSchema } from '@decorest/core';
import { numberOf, typesOf, type Json } from './schema-values.js';

type Body = Record<string, Json>;

export interface Mutation {
  /** What was done, such as `name: too long`. */
  readonly name: string;
  readonly body: Json;
}

/** Every step that breaks the schema of an object. */
export function mutations(schema: JsonSchema, body: Body): Mutation[] {
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...notObjects(body),
    ...(schema.required ?? []).map((key) => ({ name: `${key}: missing`, body: withoutKey(body, key) })),
    ...(schema.additionalProperties === false
      ? [unknownKey(body, 'no_such_key'), unknownKey(body, '__proto__')]
      : []),
    ...properties.flatMap(([key, property]) =>
      wrongValues(property).map(([name, value]) => ({
        name: `${key}: ${name}`,
        body: { ...body, [key]: value },
      })),
    ),
    ...properties.flatMap(([key, property]) => insideOf(key, property, body)),
  ];
}

function notObjects(body: Body): Mutation[] {
  return [
    { name: 'in an array', body: [body] },
    { name: 'null', body: null },
    { name: 'a text', body: JSON.stringify(body) },
  ];
}

function withoutKey(body: Body, key: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

function unknownKey(body: Body, key: string): Mutation {
  return { name: `${key}: unknown`, body: Object.fromEntries([...Object.entries(body), [key, 1]]) };
}

/** Embedded objects. */
function insideOf(key: string, property: JsonSchema, body: Body): Mutation[] {
  const inner = body[key];
  if (!property.properties || typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [];
  return mutations(property, inner).map(({ name, body: changed }) => ({
    name: `${key}.${name}`,
    body: { ...body, [key]: changed },
  }));
}

type WrongValue = readonly [name: string, value: Json];

const ofType: Readonly<Record<string, Json>> = {
  string: 'text',
  integer: 7,
  number: 7.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** Values that the schema of a property does not allow, each for one reason. */
function wrongValues(schema: JsonSchema): WrongValue[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const otherTypes = Object.entries(ofType).filter(
    ([type]) => !types.includes(type) && !alsoNumber(type, types),
  );
  return [
    ...otherTypes.map(([type, value]): WrongValue => [`a value of type ${type}`, value]),
    ...(Array.isArray(schema.enum) ? notInEnum(types) : []),
    ...outOfBounds(schema),
    ...wrongTexts(schema),
    ...wrongItems(schema),
  ];
}

/** An integer is a number too. */
function alsoNumber(type: string, types: readonly string[]): boolean {
  return type === 'integer' && types.includes('number');
}

function notInEnum(types: readonly string[]): WrongValue[] {
  return types.includes('string') ? [['not in the enum', 'no such value']] : [['not in the enum', 987_654]];
}

function outOfBounds({ minimum, maximum, minLength, maxLength, maxItems, items }: JsonSchema): WrongValue[] {
  const wrong: WrongValue[] = [];
  if (typeof minimum === 'number') wrong.push(['too small', beyond(minimum, -1)], ['far too small', -1e300]);
  if (typeof maximum === 'number') wrong.push(['too large', beyond(maximum, 1)], ['far too large', 1e300]);
  if (typeof minLength === 'number' && minLength > 0) wrong.push(['too short', 'x'.repeat(minLength - 1)]);
  if (typeof maxLength === 'number') wrong.push(['too long', '\u{1f600}'.repeat(maxLength + 1)]);
  if (typeof maxItems === 'number' && items)
    wrong.push(['too many', Array.from({ length: numberOf(maxItems, 0) + 1 }, (_, at) => at + 1)]);
  return wrong;
}

/** The nearest number past a bound that is not rounded back to it. */
function beyond(bound: number, direction: 1 | -1): number {
  return Number.isSafeInteger(bound) ? bound + direction : bound + direction * Math.abs(bound) * 1e-9;
}

const wrongOfFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2023-02-29', '2023-13-01', '2023-1-1', '2023-01-01T00:00:00Z', ''],
  'date-time': ['2023-02-29T00:00:00Z', '2023-01-01', '2023-01-01T25:00:00Z', '2023-01-01T00:00:00', 'now'],
  uuid: ['00000000-0000-0000-0000-00000000000', 'g0000000-0000-0000-0000-000000000000', ''],
  'idn-email': ['nobody', '@', ''],
  int64: ['9223372036854775808', '-9223372036854775809', '1.0', '01', '+1', '-0', ''],
  decimal: ['1e3', '.5', '5.', '01', 'NaN', 'Infinity', ' 1', ''],
  byte: ['*', 'a'],
};

function wrongTexts({ type, format, pattern, enum: values }: JsonSchema): WrongValue[] {
  if (!typesOf(type === undefined ? {} : { type }).includes('string') || values !== undefined) return [];
  const wrong: WrongValue[] = [
    ['with NUL', 'a\0b'],
    ['with half a surrogate pair', 'a\ud83d'],
  ];
  for (const text of wrongOfFormat[format ?? ''] ?? []) wrong.push([`not a ${format ?? ''}: ${text}`, text]);
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test('?!'))
    wrong.push(['not the pattern', '?!']);
  return wrong;
}

function wrongItems({ items }: JsonSchema): WrongValue[] {
  return items ? wrongValues(items).map(([name, value]): WrongValue => [`an item ${name}`, [value]]) : [];
}
