import { model, pages } from '../../../test/support/pet-api.js';
import { buildPageParameters } from './page-parameter.js';

const { limits } = model([]);

test('a page has the bounds that govern it', () => {
  const [page, perPage] = buildPageParameters(
    { ...pages, minItems: 5, maxItems: 50, defaultItems: 20 },
    limits,
  );
  expect(perPage?.schema).toEqual({ type: 'integer', minimum: 5, maximum: 50, default: 20 });
  expect(page?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 20_001, default: 1 });
});

test('a collection without pages has no such parameters', () => {
  expect(buildPageParameters({ ...pages, paginated: false }, limits)).toEqual([]);
});
