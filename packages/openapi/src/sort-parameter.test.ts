import { field, model, pet, route, vote } from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildSortParameters } from './sort-parameter.js';

function componentsOf(of: typeof pet) {
  const context = createDocumentContext(model([of]), {});
  buildSortParameters(route('list', of), context);
  return context.components.complete({}).components;
}

function sortOf(of: typeof pet) {
  return componentsOf(of).parameters ?? {};
}

test('sort is a list of keys, each in either direction, or random alone', () => {
  const { parameters = {}, schemas = {} } = componentsOf(pet);
  expect(parameters['Pet.sort']).toMatchObject({
    style: 'form',
    explode: false,
    schema: {
      oneOf: [
        { type: 'array', items: { $ref: '#/components/schemas/PetSortKey' } },
        { type: 'string', const: 'random' },
      ],
    },
  });
  expect(schemas.PetSortKey).toEqual({
    type: 'string',
    enum: ['id', '-id', 'owner.username', '-owner.username'],
  });
});

test('order is ascending by default', () => {
  expect(sortOf(pet)['Pet.order']).toHaveProperty('schema', {
    $ref: '#/components/schemas/SortDirection',
    default: 'asc',
  });
  expect(componentsOf(pet).schemas?.SortDirection).toEqual({ type: 'string', enum: ['asc', 'desc'] });
});

test('a default sort with an order of its own leaves no single default', () => {
  const newest = { ...pet, defaultSort: { key: 'id', order: 'desc' as const } };
  expect(sortOf(newest)['Pet.order']).not.toHaveProperty('schema.default');
  expect(sortOf(newest)['Pet.order']).toHaveProperty('description', expect.stringContaining('`desc`'));
});

test('what cannot be sorted has neither', () => {
  expect(sortOf(vote)).toEqual({});
});

test('keys of deprecated fields are named', () => {
  const old = field('old', 'string', { type: 'string' });
  const deprecated = { ...old, doc: { ...old.doc, deprecated: true } };
  const sorts = [...pet.sorts, { key: 'old', ordinal: 3, by: 'field' as const, field: deprecated }];
  expect(sortOf({ ...pet, sorts })['Pet.sort']).toHaveProperty(
    'description',
    expect.stringContaining('Deprecated: `old`.'),
  );
  expect(sortOf(pet)['Pet.sort']).toHaveProperty('description', expect.not.stringContaining('Deprecated'));
});

test('keys whose NULL is not lowest say where it goes', () => {
  const late = field('late', 'string', { type: 'string' }, { nullable: true, nulls: 'last' });
  const never = field('never', 'string', { type: 'string' }, { nulls: 'first' });
  const sorts = [
    { key: 'late', ordinal: 3, by: 'field' as const, field: late },
    { key: 'never', ordinal: 4, by: 'field' as const, field: never },
  ];
  const [description] = [sortOf({ ...pet, sorts })['Pet.sort']].map((sort) => JSON.stringify(sort));
  expect(description).toContain('In `late`, null comes last in both directions');
  expect(description).not.toContain('By `never`');
  expect(JSON.stringify(sortOf(pet)['Pet.sort'])).not.toContain('no value');
});
