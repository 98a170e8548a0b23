import type { CollectionModel } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { model, pages, pet, route } from '../../../test/support/pet-api.js';
import { createDocumentContext } from './document-context.js';
import { buildPageParameters } from './page-parameter.js';

/** The parameters of a list with these pages, by name; references followed. */
function parametersOf(collection: CollectionModel): Record<string, oas31.ParameterObject> {
  const of = { ...pet, collection };
  const context = createDocumentContext(model([of]), {});
  const references = buildPageParameters(route('list', of), context).map(({ $ref }) =>
    $ref.split('/').at(-1),
  );
  const { parameters = {} } = context.components.complete({}).components;
  const found = references.map((name) => parameters[name ?? ''] as oas31.ParameterObject);
  return Object.fromEntries(found.map((parameter) => [parameter.name, parameter]));
}

test('a page has the bounds that govern it', () => {
  const { page, per_page: perPage } = parametersOf({ ...pages, minItems: 5, maxItems: 50, defaultItems: 20 });
  expect(perPage?.schema).toEqual({ type: 'integer', minimum: 5, maximum: 50, default: 20 });
  expect(page?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 20_001, default: 1 });
});

test('a collection without pages has no such parameters', () => {
  expect(parametersOf({ ...pages, paginated: false })).toEqual({});
});

test('a list that is walked has cursors and counts, and may have its own offset', () => {
  const parameters = parametersOf({
    ...pages,
    cursors: true,
    countModes: ['limited', 'none'],
    maxOffset: 0,
  });
  expect(Object.keys(parameters)).toEqual(['page', 'per_page', 'after', 'before', 'count']);
  expect(parameters.page?.schema).toMatchObject({ maximum: 1 });
  expect(parameters.after?.schema).toEqual({
    type: 'string',
    pattern: '^[A-Za-z0-9_-]*$',
    minLength: 27,
    maxLength: 1700,
  });
  expect(parameters.count?.description).toContain('`none`: nothing is counted');
});

test('a count has its default where no cursor changes it', () => {
  const counted = { ...pages, countModes: ['limited', 'none'] as const };
  const modes = { $ref: '#/components/schemas/LimitedOrNoneCount' };
  expect(parametersOf(counted).count?.schema).toEqual({ ...modes, default: 'limited' });
  const { count } = parametersOf({ ...counted, cursors: true });
  expect(count?.schema).toEqual(modes);
  expect(count?.description).toContain('Default: `limited`; with a cursor, nothing is counted.');
});
