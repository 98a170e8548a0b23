import type { EntityModel, FieldModel, JsonObject, JsonSchema, JsonValue } from '@decorest/core';
import { edge, entity, field, idField, model } from '../../../test/support/pet-api.js';
import { buildBodyExample, buildCommonExample } from './body-example.js';
import { createDocumentContext } from './document-context.js';

const noDoc = idField().doc;
const text = { type: 'string' } as const;
const pet = entity('Pet', [idField(), field('name', 'string', text)]);

/** An entity that takes these properties, and what it offers in a create and an update. */
function examplesOf(
  of: Partial<EntityModel>,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
  fields: readonly FieldModel[] = [],
): { readonly create: JsonObject | null; readonly update: JsonObject | null } {
  const body = {
    create: { type: 'object', properties, required },
    update: { type: 'object', properties },
  };
  const described = entity('Thing', [idField(), ...fields], { ...of, body });
  const context = createDocumentContext(model([described, pet]), {});
  return {
    create: buildBodyExample(described, 'create', context),
    update: buildBodyExample(described, 'update', context),
  };
}

function exampleOf(one: FieldModel, schema: JsonSchema, required: readonly string[] = []) {
  return examplesOf({}, { [one.name]: schema }, required, [one]);
}

test('a field has the example of the author', () => {
  const examples = exampleOf(field('name', 'string', text), { ...text, examples: ['Rex'] }, ['name']);
  expect(examples).toEqual({ create: { name: 'Rex' }, update: { name: 'Rex' } });
});

test('a unique value is offered only where a new row needs it, or the author gives one', () => {
  const unique = field('code', 'string', text, { unique: true });
  expect(exampleOf(unique, text, ['code'])).toEqual({ create: { code: 'text' }, update: {} });
  expect(exampleOf(unique, text)).toEqual({ create: {}, update: {} });
  expect(exampleOf(unique, { ...text, examples: ['A1'] })).toEqual({ create: { code: 'A1' }, update: {} });
});

test('of rules that the schema does not say, a value is offered that they accept', () => {
  const rules = { ...pet.fields[1]!.rules, checked: 'always' } as const;
  const url = field('url', 'string', text, {
    rules: { ...rules, accepts: (value) => String(value).startsWith('https:') },
  });
  expect(exampleOf(url, text).create).toEqual({ url: 'https://example.com/' });
  const own = field('own', 'string', text, { rules: { ...rules, accepts: () => false } });
  expect(exampleOf(own, text)).toEqual({ create: {}, update: {} });
  expect(exampleOf(own, text, ['own']).create).toBeNull();
  expect(exampleOf(own, { ...text, examples: ['x'] }, ['own']).create).toEqual({ own: 'x' });
});

test('without a value for what is required there is no example', () => {
  const schema = { type: 'string', pattern: '^(?=.*[A-Z])(?=.*[0-9])$' } as const;
  expect(exampleOf(field('code', 'string', schema), schema, ['code'])).toEqual({ create: null, update: {} });
});

test('what is deprecated is offered only where it is required', () => {
  const old = field('old', 'boolean', { type: 'boolean' }, { doc: { ...noDoc, deprecated: true } });
  expect(exampleOf(old, { type: 'boolean' })).toEqual({ create: {}, update: {} });
  expect(exampleOf(old, { type: 'boolean' }, ['old']).create).toEqual({ old: true });
});

test('an embedded object is offered with its members, an empty one only where it is required', () => {
  const city = field('address.city', 'string', text, { unique: true });
  const address = { type: 'object', properties: { city: text } } as const;
  expect(examplesOf({}, { address }, [], [city]).create).toEqual({});
  expect(examplesOf({}, { address }, ['address'], [city]).create).toEqual({ address: {} });
});

const id = { type: 'integer' } as const;
const ids = { type: 'array', items: id } as const;

test('an optional edge is offered only where the author gives an example: its rows may not exist', () => {
  const owner = edge('owner', 'Pet', { nullable: true });
  const named = { ...owner, doc: { ...noDoc, example: { value: 7 } } };
  expect(examplesOf({ edges: [owner] }, { owner: id })).toEqual({ create: {}, update: {} });
  expect(examplesOf({ edges: [named] }, { owner: id })).toEqual({
    create: { owner: 7 },
    update: { owner: 7 },
  });
});

test('a required edge leads to the first row', () => {
  const owner = edge('owner', 'Pet');
  expect(examplesOf({ edges: [owner] }, { owner: id }, ['owner']).create).toEqual({ owner: 1 });
});

test('a required edge that can create its entity does so', () => {
  const creation = { inverse: null, back: null, endpoint: false, nested: true } as const;
  const body = {
    create: { properties: { name: text, friend: id }, required: ['name', 'friend'] },
    update: {},
  };
  const friend = edge('friend', 'Kept', { creation });
  const kept = entity('Kept', [idField(), field('name', 'string', text)], { body, edges: [friend] });
  const thing = entity('Thing', [idField()], {
    edges: [edge('pet', 'Kept', { creation })],
    body: { create: { properties: { pet: id }, required: ['pet'] }, update: {} },
  });
  const context = createDocumentContext(model([thing, kept]), {});
  expect(buildBodyExample(thing, 'create', context)).toEqual({ pet: { name: 'text', friend: 1 } });
});

test('lists name rows of the author alone, and none that other rows may own', () => {
  const properties = { add_toys: ids, remove_toys: ids, toys: ids };
  const doc = { ...noDoc, example: { value: 7 } };
  const join = {
    kind: 'table',
    table: 't',
    ownColumns: ['a'],
    targetColumns: ['b'],
    indexed: true,
    exact: true,
    distinct: false,
  } as const;
  const linked = edge('toys', 'Pet', { unique: false, join });
  const owned = edge('toys', 'Pet', {
    unique: false,
    join: {
      kind: 'foreign',
      columns: ['c'],
      kept: [],
      indexed: true,
      orders: [],
      exact: true,
      distinct: false,
    },
  });
  expect(examplesOf({ edges: [linked] }, properties)).toEqual({ create: {}, update: {} });
  expect(examplesOf({ edges: [{ ...linked, doc }] }, properties).update).toEqual({ add_toys: [7] });
  expect(examplesOf({ edges: [{ ...owned, doc }] }, properties).update).toEqual({});
  expect(examplesOf({ edges: [{ ...owned, doc }] }, { toys: ids }).create).toEqual({ toys: [7] });
});

test('a required one-to-one edge of a new row leads to the second: the first row has the first', () => {
  const rider = edge('pet', 'Pet');
  const back = edge('rider', 'Thing', {
    join: {
      kind: 'foreign',
      columns: ['petId'],
      kept: [],
      indexed: true,
      orders: [],
      exact: true,
      distinct: false,
    },
  });
  const thing = entity('Thing', [idField()], {
    edges: [rider],
    body: { create: { properties: { pet: id }, required: ['pet'] }, update: { properties: { pet: id } } },
  });
  const context = createDocumentContext(model([thing, { ...pet, edges: [back] }]), {});
  expect(buildBodyExample(thing, 'create', context)).toEqual({ pet: 2 });
  expect(buildBodyExample(thing, 'update', context)).toEqual({});
});

test('a key that clients give is new, where references name the first', () => {
  const key = field('id', 'integer', id);
  const thing = entity('Thing', [key], {
    edges: [edge('parent', 'Thing')],
    body: { create: { properties: { id, parent: id }, required: ['id', 'parent'] }, update: {} },
  });
  expect(buildBodyExample(thing, 'create', createDocumentContext(model([thing]), {}))).toEqual({
    id: 1000,
    parent: 1,
  });
});

test('several bodies have in common what each of them says alike', () => {
  const one: Readonly<Record<string, JsonValue>> = { a: 1, b: [1], c: 'x' };
  expect(buildCommonExample([one, { a: 1, b: [1] }, { b: [1], a: 2 }])).toEqual({ b: [1] });
  expect(buildCommonExample([])).toEqual({});
});
