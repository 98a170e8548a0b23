// DELETE: the row goes, its relations with others do not take others along.
import { books, library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachDatabase(petstore, (stage) => {
  test('a deleted entity is gone from every path', async () => {
    expect((await stage.client.delete('/pets/1')).status).toBe(204);
    for (const target of ['/pets/1', '/pets/1/owner']) {
      expectProblem(await stage.client.get(target), 404, 'not_found');
    }
    expectProblem(await stage.client.delete('/pets/1'), 404, 'not_found');
    expectProblem(await stage.client.patch('/pets/1', { age: 1 }), 404, 'not_found');
    expect((await stage.client.get('/users/1/pets')).json).toMatchObject({ total_count: 1 });
  });

  test('a 204 has neither body nor content type', async () => {
    const answer = await stage.client.delete('/pets/1');
    expect(answer.text).toBe('');
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  test('an entity that others refer to is a 409, and stays', async () => {
    expectProblem(await stage.client.delete('/users/1'), 409, 'still_referenced');
    expect((await stage.client.get('/users/1')).status).toBe(200);
    expect((await stage.client.get('/pets/1/owner')).status).toBe(200);
  });

  test('an entity without references is deleted', async () => {
    expect((await stage.client.delete('/users/3')).status).toBe(204);
    expect((await stage.client.get('/users')).json).toMatchObject({ total_count: 2 });
  });

  test('a delete takes no filters', async () => {
    const answer = await stage.client.send('DELETE', '/pets/1?name.eq=x');
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['name.eq']);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(library, (stage) => {
  test('the links of a many-to-many edge go with the entity, the entities they led to stay', async () => {
    expect((await stage.client.delete(`/books/${books.alpha}`)).status).toBe(204);
    expect(await stage.dataSource.getRepository('Tag').count()).toBe(4);
    expect((await stage.client.get('/tags/1/books')).json).toMatchObject({ total_count: 0 });
  });

  test('an excluded delete is a 405 for present and absent entities alike', async () => {
    for (const target of ['/profiles/1', '/profiles/99']) {
      const answer = await stage.client.delete(target);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD, PATCH, OPTIONS');
    }
    expect(stage.statements.texts).toEqual([]);
  });
});
