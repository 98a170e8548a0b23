// `fields`: the keys of an entity's JSON that an answer has.
import { createApi } from '@decorest/core';
import { contentOf, edgesOf, entityOf, type EntityJson } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { archive } from './archive.js';

forEachDatabase(archive, (stage) => {
  const read = async (target: string) => entityOf(await stage.client.get(target));

  test('only the named fields, in declared order, with the id and the edges', async () => {
    const author = await read('/authors/2?fields=address,name&include=');
    expect(Object.keys(author)).toEqual(['id', 'name', 'address', 'edges']);
    expect(author.address).toEqual({ city: 'Boville', street: null });
    expect(await read('/authors/2?fields=id&include=')).toEqual({ id: 2, edges: { desk: null } });
  });

  test('every subset of the fields is the whole entity without the others', async () => {
    const keys = ['name', 'address', 'motto'];
    const whole = contentOf(await stage.client.get('/authors?per_page=2'));
    for (let bits = 1; bits < 8; bits++) {
      const chosen = keys.filter((_, at) => bits & (1 << at));
      const authors = contentOf(
        await stage.client.get(`/authors?per_page=2&fields=${chosen.reverse().join()}`),
      );
      const left = (author: EntityJson) =>
        Object.fromEntries(
          Object.entries(author).filter(([key]) => !keys.includes(key) || chosen.includes(key)),
        );
      expect(authors).toEqual(whole.map(left));
      expect(Object.keys(authors[0] ?? {})).toEqual(Object.keys(left(whole[0] ?? {})));
    }
  });

  test('a default edge without parameters is as it is without fields', async () => {
    const whole = await read('/authors/1');
    const some = await read('/authors/1?fields=name');
    expect(some.edges).toEqual(whole.edges);
    expect(some.truncated_edges).toEqual(['prizes']);
  });

  test('fields of embedded entities, which keep their id, too', async () => {
    const query = 'fields=name&include=works,mentor&works.fields=year&mentor.fields=name';
    const author = edgesOf(await read(`/authors/2?${query}&works.limit=1`));
    expect(author.works).toEqual([{ id: 5, kind: 'Work', year: 2000, edges: {} }]);
    expect(author.mentor).toEqual({ id: 1, name: 'Ann', edges: {} });
  });

  test('a transformer runs only for a field that is shown', async () => {
    await stage.dataSource.query("UPDATE author SET motto = 'broken' WHERE id = 3");
    await read('/authors/3?fields=name');
    expect((await stage.client.attempt('GET', '/authors/3?fields=motto')).status).toBe(500);
    expect(await read('/works/1?include=author.pupils&author.pupils.fields=name')).toBeDefined();
  });

  test('the class of a row in a shared table is always shown', async () => {
    const works = contentOf(await stage.client.get('/works?fields=acts&sort=-id&per_page=3'));
    expect(works).toEqual([
      { id: 9, kind: 'play', acts: null, edges: {} },
      { id: 8, kind: 'play', acts: 3, edges: {} },
      { id: 6, kind: 'Work', edges: {} },
    ]);
    expect(await read('/plays/8?fields=acts')).toEqual({ id: 8, kind: 'play', acts: 3, edges: {} });
  });

  test('fields that are hidden or missing are the same fault, letter for letter', async () => {
    const detailOf = async (name: string) => {
      const [fault] = expectProblem(
        await stage.client.get(`/authors?fields=${name}`),
        400,
        'invalid_request',
      );
      expect(fault).toMatchObject({ parameter: 'fields', code: 'malformed_parameter' });
      return fault?.detail.replaceAll(name, 'NAME');
    };
    const missing = await detailOf('nosuch');
    for (const name of ['password', 'secret', 'edges', 'address.city', 'Name', '__proto__'])
      expect(await detailOf(name)).toBe(missing);
  });

  test.each(['fields=', 'fields=name,name', 'fields=name,'])('%s is refused', async (query) => {
    expectProblem(await stage.client.get(`/authors?${query}`), 400, 'invalid_request');
  });

  test('a class without the annotation takes no fields', async () => {
    const [fault] = expectProblem(await stage.client.get('/desks?fields=id'), 400, 'invalid_request');
    expect(fault).toMatchObject({ parameter: 'fields', code: 'unknown_parameter' });
  });

  test('the option allows them on every class', () => {
    const { model } = createApi(stage.dataSource, { sparseFields: true, logger: silent });
    expect(model.entities.map(({ sparseFields }) => sparseFields)).not.toContain(false);
  });
});

const silent = { warn: () => undefined, error: () => undefined };
