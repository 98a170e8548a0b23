import type { FilterTest } from '@decorest/core';
import {
  entity,
  field,
  filter,
  idField,
  model,
  owner,
  pet,
  route,
  user,
} from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildFilterParameters } from './filter-parameter.js';

/** The parameters of an entity's filters by name. */
function filtersOf(of: typeof pet) {
  const context = createDocumentContext(
    model([of, pet, user].filter((one, at, all) => all.findIndex(({ name }) => name === one.name) === at)),
    {},
  );
  for (const { build } of buildFilterParameters(route('list', of), context)) build();
  const parameters = Object.values(context.components.complete({}).components.parameters ?? {});
  return new Map(
    parameters.flatMap((parameter) => ('name' in parameter ? [[parameter.name, parameter]] : [])),
  );
}

const filters = filtersOf(pet);

test('each filter is a parameter of its own', () => {
  expect([...filters.keys()].sort()).toEqual(['filter_op', ...pet.filters.map(({ name }) => name)].sort());
});

test('a value has the type of its field, not the rules for new ones', () => {
  expect(filters.get('age.gt')?.schema).toEqual({
    type: 'integer',
    minimum: -2147483648,
    maximum: 2147483647,
  });
  expect(filters.get('type.eq')?.schema).toEqual({ $ref: '#/components/schemas/PetType' });
});

test('text is as long as a value may be', () => {
  expect(filters.get('name.ihas')?.schema).toEqual({ type: 'string', maxLength: 1024 });
});

test('a list repeats its key, up to the limit', () => {
  expect(filters.get('type.in')).toMatchObject({
    style: 'form',
    explode: true,
    schema: { type: 'array', items: { $ref: '#/components/schemas/PetType' }, minItems: 1, maxItems: 100 },
  });
});

test('flags are true or false', () => {
  expect(filters.get('age.null')?.schema).toEqual({ type: 'boolean' });
  expect(filters.get('has.owner')?.schema).toEqual({ type: 'boolean' });
});

test('a filter says what it tests', () => {
  expect(filters.get('owner.username.eq')?.description).toBe('`owner.username` equals the value.');
  expect(filtersOf(user).get('search.ihas')?.description).toBe(
    'One of `username`, `email` contains the text, ignoring case.',
  );
});

test('a filter is deprecated with its field', () => {
  const old = field('old', 'string', { type: 'string' });
  const deprecated = { ...old, doc: { ...old.doc, deprecated: true } };
  const box = entity('Box', [idField()], {
    filters: [filter('old.eq', 'eq', [{ edge: null, field: deprecated }])],
  });
  expect(filtersOf(box).get('old.eq')).toHaveProperty('deprecated', true);
});

describe('the value of a group', () => {
  const text = { edge: null, field: field('text', 'string', { type: 'string' }) };
  const count = { edge: null, field: field('count', 'integer', { type: 'integer' }, { range: null }) };
  const ratio = { edge: owner, field: field('ratio', 'float', { type: 'number' }) };
  const groupSchema = (test: FilterTest, ...targets: (typeof text | typeof ratio)[]) =>
    filtersOf(entity('Box', [idField()], { filters: [filter(`g.${test}`, test, targets)] })).get(`g.${test}`)
      ?.schema;

  test('fits the members that do not take any text', () => {
    expect(groupSchema('eq', text, count)).toEqual({ type: 'integer' });
  });

  test('fits all members', () => {
    expect(groupSchema('eq', count, ratio)).toEqual({ allOf: [{ type: 'integer' }, { type: 'number' }] });
  });

  const big = { edge: null, field: field('big', 'bigint', { type: 'string', format: 'int64' }) };
  const exact = { edge: null, field: field('exact', 'decimal', { type: 'string', format: 'decimal' }) };

  test('is spelled as the narrowest of numbers', () => {
    expect(groupSchema('eq', count, big)).toEqual({ type: 'integer' });
    expect(groupSchema('eq', exact, count)).toEqual({ type: 'integer' });
    expect(groupSchema('eq', ratio, big)).toEqual({ type: 'string', format: 'int64' });
    expect(groupSchema('eq', big, exact)).toMatchObject({
      allOf: [{ format: 'int64' }, { pattern: expect.any(String) }],
    });
  });

  test('may be the empty text in a list', () => {
    expect(groupSchema('in', text)).not.toHaveProperty('items.minLength');
    expect(groupSchema('notIn', text)).not.toHaveProperty('items.minLength');
  });
});

test.each(['in', 'notIn'] as const)('%s takes the empty text where it is a value of an enum', (test) => {
  const size = field('size', 'enum', { type: 'string', enum: ['', 'S'] }, { values: ['', 'S'] });
  const box = entity('Box', [idField()], {
    filters: [filter(`size.${test}`, test, [{ edge: null, field: size }])],
  });
  expect(filtersOf(box).get(`size.${test}`)?.schema).toMatchObject({
    items: { $ref: '#/components/schemas/BoxSize' },
  });
});

test('the spelling of ids and decimals is stated', () => {
  const price = field('price', 'decimal', { type: 'string', format: 'decimal' });
  const box = entity('Box', [idField()], {
    filters: [filter('price.eq', 'eq', [{ edge: null, field: price }])],
  });
  // Generators make a float of the format `decimal`.
  expect(filtersOf(box).get('price.eq')?.schema).toEqual({
    type: 'string',
    pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
  });
});
