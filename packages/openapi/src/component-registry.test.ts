import { ComponentRegistry } from './component-registry.js';

test('a component is built once, however often it is referred to', () => {
  const shelf = new ComponentRegistry([]);
  const build = jest.fn(() => ({ description: 'Gone.' }));
  expect(shelf.response('Gone', build)).toEqual(shelf.response('Gone', build));
  expect(build).toHaveBeenCalledTimes(1);
});

test('components stand in the order of their names', () => {
  const shelf = new ComponentRegistry([]);
  for (const name of ['b', 'a', 'c']) shelf.header(name, () => ({}));
  expect(Object.keys(shelf.complete({}).components.headers ?? {})).toEqual(['a', 'b', 'c']);
});

test('characters that OpenAPI does not allow in a name are spelled as codes, and never collide', () => {
  const shelf = new ComponentRegistry([]);
  const references = ['Größe', 'Gr$e', 'Gr_e'].map((name) => shelf.schema(name, () => ({})).$ref);
  expect(new Set(references).size).toBe(3);
  for (const reference of references) expect(reference).toMatch(/^#\/components\/schemas\/[\w.-]+$/);
});
