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

test('a list that is walked has cursors and counts, and may have its own offset', () => {
  const parameters = buildPageParameters(
    { ...pages, cursors: true, countModes: ['limited', 'none'], maxOffset: 0 },
    limits,
  );
  const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  expect(Object.keys(schemas)).toEqual(['page', 'per_page', 'after', 'before', 'count']);
  expect(schemas.page).toMatchObject({ maximum: 1 });
  expect(schemas.after).toEqual({ type: 'string', pattern: '^[A-Za-z0-9_-]{27,1700}$' });
  expect(schemas.count).toEqual({ type: 'string', enum: ['limited', 'none'], default: 'limited' });
  expect(parameters.at(-1)?.description).toContain('`none`: nothing is counted');
});
