// Global options that change what exists or how much of it: operations, paths, page bounds, limits, client ids.
import { createApi } from '@decorest/core';
import { valuesOf } from '../../support/collection.js';
import { petstore, userJson } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

const naming = 'snake_case';

forEachDatabase({ ...petstore, options: { naming, defaultOperations: ['read', 'list'] } }, (stage) => {
  test('defaultOperations: what is left out is a 405', async () => {
    expect((await stage.client.get('/pets/1')).status).toBe(200);
    const answer = await stage.client.post('/pets', { name: 'x', age: 1, type: 'DOG' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await stage.client.delete('/pets/1')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

forEachDatabase({ ...petstore, options: { naming, paths: { Pet: 'animals' } } }, (stage) => {
  test('paths: a collection has another path, edges keep their names', async () => {
    expect((await stage.client.get('/animals/1')).json).toMatchObject({ name: 'Rex' });
    expect((await stage.client.get('/users/1/pets')).status).toBe(200);
    expectProblem(await stage.client.get('/pets/1'), 404, 'not_found');
    const created = await stage.client.post('/animals', { name: 'x', age: 1, type: 'DOG' });
    expect(created.headers.location).toMatch(/\/animals\/6$/);
  });
});

forEachDatabase(petstoreWith({ minItemsPerPage: 2, itemsPerPage: 3, maxItemsPerPage: 4 }), (stage) => {
  test('minItemsPerPage, itemsPerPage and maxItemsPerPage bound every list', async () => {
    expect(valuesOf(await stage.client.get('/pets'), 'id')).toEqual([1, 2, 3]);
    const statuses = [1, 2, 4, 5].map(
      async (items) => (await stage.client.get(`/pets?per_page=${String(items)}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400]);
  });
});

forEachDatabase(petstoreWith({ disablePagination: true, unpagedLimit: 2 }), (stage) => {
  test('unpagedLimit: an array is cut there, and its count tells', async () => {
    const answer = await stage.client.get('/pets');
    expect(valuesOf(answer, 'id')).toEqual([1, 2]);
    expect(answer.headers['x-total-count']).toBe('5');
  });
});

forEachDatabase(petstoreWith({ allowClientIDs: true }), (stage) => {
  test('allowClientIDs: every entity takes an id on create', async () => {
    const answer = await stage.client.post('/pets', { id: 50, name: 'x', age: 1, type: 'DOG' });
    expect(answer.json).toMatchObject({ id: 50 });
    const taken = await stage.client.post('/pets', { id: 1, name: 'x', age: 1, type: 'DOG' });
    expectProblem(taken, 409, 'already_exists');
  });
});

const limits = { listLength: 2, filters: 2, valueLength: 5, bodySize: 100, jsonDepth: 2, offset: 2 };

forEachDatabase(petstoreWith({ limits }), (stage) => {
  test.each([
    ['age.in=1&age.in=2', 'age.in=1&age.in=2&age.in=3'],
    ['age.gt=0&age.lt=9', 'age.gt=0&age.lt=9&type.eq=DOG'],
    ['name.eq=12345', 'name.eq=123456'],
    ['per_page=1&page=3', 'per_page=1&page=4'],
  ])('limits: %s is within, %s is over', async (within, over) => {
    expect((await stage.client.get(`/pets?${within}`)).status).toBe(200);
    stage.statements.clear();
    expectProblem(await stage.client.get(`/pets?${over}`), 400, 'invalid_request');
    expect(stage.statements.texts).toEqual([]);
  });

  test('limits: a body over its size is a 413, and one too deep a 400', async () => {
    expectProblem(
      await stage.client.patch('/pets/1', `{"name":"${'x'.repeat(100)}"}`),
      413,
      'body_too_large',
    );
    expect((await stage.client.patch('/pets/1', '{"name":[[1]]}')).status).toBe(400);
    expect((await stage.client.patch('/users/1', { add_pets: [1, 2, 4] })).status).toBe(400);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(petstore, (stage) => {
  test('two APIs over one data source do not know of each other', async () => {
    const options = Object.freeze({ disablePagination: true });
    const other = createApi(stage.dataSource, options);
    const answer = await other.handle({ method: 'GET', path: '/users/2', query: '', headers: {} });
    expect(JSON.parse(answer.body ?? '')).toHaveProperty('displayName', 'Ben Okri');
    expect((await stage.client.get('/users/2')).json).toEqual(userJson[2]);
  });
});

function petstoreWith(options: typeof petstore.options): typeof petstore {
  return { ...petstore, options: { naming, ...options } };
}
