// The endpoints of edges: GET /<collection>/{id}/<edge>.
import { valuesOf } from '../../support/collection.js';
import { books, library } from '../../support/fixtures/library.js';
import { petstore, userJson } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachDatabase(petstore, (stage) => {
  test('a unique edge answers the one entity', async () => {
    expect((await stage.client.get('/pets/3/owner')).json).toEqual(userJson[2]);
  });

  test('a unique edge that leads nowhere is a 404', async () => {
    expectProblem(await stage.client.get('/pets/4/owner'), 404, 'not_found');
  });

  test('an edge of nothing is a 404, unique or not', async () => {
    expectProblem(await stage.client.get('/pets/99/owner'), 404, 'not_found');
    expectProblem(await stage.client.get('/users/99/pets'), 404, 'not_found');
  });

  test('a non-unique edge answers only its own entities', async () => {
    expect(valuesOf(await stage.client.get('/users/2/pets'), 'name')).toEqual(['Rexona', '50%_off!']);
  });

  test('a non-unique edge without entities is an empty page', async () => {
    const answer = await stage.client.get('/users/3/pets');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"page":1,"total_count":0,"last_page":1,"is_last_page":true,"content":[]}');
  });

  test.each([
    ['type.eq=CAT', ['Mia']],
    ['sort=-age', ['Mia', 'Rex']],
    ['per_page=1&page=2', ['Mia']],
    ['filter_op=or&type.eq=CAT&name.eq=Rexona', ['Mia']],
    ['owner.username.eq=ben', []],
  ])('a non-unique edge takes the parameters of a list: %s', async (query, names) => {
    expect(valuesOf(await stage.client.get(`/users/1/pets?${query}`), 'name')).toEqual(names);
  });

  test('the links of an edge lead along the edge', async () => {
    const answer = await stage.client.get('/users/1/pets?per_page=1');
    expect(answer.headers.link).toMatch(/\/users\/1\/pets\?[^>]*>; rel="next"/);
  });

  test('a unique edge takes no filters', async () => {
    const faults = expectProblem(
      await stage.client.get('/pets/1/owner?username.eq=ada'),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual(['username.eq']);
    expect(stage.statements.texts).toEqual([]);
  });

  test('the parameters are those of the target, not of the parent', async () => {
    expect((await stage.client.get('/users/1/pets?username.eq=ada')).status).toBe(400);
  });

  test('a path that is no edge is a 404', async () => {
    for (const edge of ['nosuch', 'Pets', 'pets/', '__proto__', 'constructor', 'id', 'username']) {
      expectProblem(await stage.client.get(`/users/1/${edge}`), 404, 'not_found');
    }
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  test('the endpoint of an eager-loaded edge is an array that carries its count', async () => {
    const answer = await stage.client.get(`/books/${books.alpha}/tags`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual([
      { id: 2, label: 'bio', edges: {} },
      { id: 1, label: 'art', edges: {} },
    ]);
    expect(answer.headers['x-total-count']).toBe('2');
  });

  test('edges to the entity itself lead both ways', async () => {
    expect((await stage.client.get('/authors/2/mentor')).json).toMatchObject({ name: 'Ann' });
    expect(valuesOf(await stage.client.get('/authors/1/mentees'), 'name')).toEqual(['Bob', 'Cat']);
    expect((await stage.client.get('/authors/1/mentor')).status).toBe(404);
  });

  test('one-to-one edges lead both ways', async () => {
    expect((await stage.client.get('/authors/1/profile')).json).toMatchObject({ bio: 'about Ann' });
    expect((await stage.client.get('/profiles/1/author')).json).toMatchObject({ name: 'Ann' });
    expect((await stage.client.get('/profiles/2/author')).status).toBe(404);
  });

  test('many-to-many edges lead both ways', async () => {
    expect(valuesOf(await stage.client.get('/tags/2/books'), 'title')).toEqual(['Alpha', 'Gamma']);
  });
});

forEachDatabase(
  { ...petstore, options: { ...petstore.options, disableEagerLoadedEndpoints: true } },
  (stage) => {
    test('with disableEagerLoadedEndpoints only edges that are not eager have endpoints', async () => {
      expectProblem(await stage.client.get('/pets/1/owner'), 404, 'not_found');
      expect((await stage.client.get('/users/1/pets')).status).toBe(200);
    });
  },
);

forEachDatabase({ ...library, options: { disableEagerLoadNonPagedOpt: true } }, (stage) => {
  test('with disableEagerLoadNonPagedOpt endpoints of eager edges have pages', async () => {
    const answer = await stage.client.get(`/books/${books.alpha}/tags?per_page=1`);
    expect(answer.json).toMatchObject({ page: 1, total_count: 2, last_page: 2, content: [{ label: 'bio' }] });
  });
});
