// Spec: "Endpoints", row by row, and section 4 of the contract: paths, statuses, headers, spelling of ids.
import { edgesOf, entityOf, valuesOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { petstore, userJson } from '../support/fixtures/petstore.js';
import { forEachMount } from '../support/for-each-database.js';
import { expectProblem } from '../support/problem.js';

const user = { username: 'dan', display_name: 'Dan', email: 'dan@example.com' };
const pet = { name: 'Yoshi', age: 2, type: 'DOG', owner: 1 };

forEachMount(petstore, (stage) => {
  describe('Endpoints', () => {
    test('POST /users: the created user, with id and edges', async () => {
      const answer = await stage.client.post('/users', user);
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual({ id: 4, ...user, type: 'USER', edges: {} });
    });

    test('POST /pets: the created pet, edges.owner holding the full user', async () => {
      const answer = await stage.client.post('/pets', pet);
      expect(answer.json).toEqual({ ...pet, id: 6, owner: undefined, edges: { owner: userJson[1] } });
    });

    test('POST answers 201 with the Location of what a read then gives', async () => {
      const created = await stage.client.post('/pets', pet);
      expect([created.status, created.headers.location]).toEqual([201, '/pets/6']);
      expect((await stage.client.get('/pets/6')).text).toBe(created.text);
    });

    test('GET /pets/{id}: the pet with its eager-loaded edges', async () => {
      expect(edgesOf(entityOf(await stage.client.get('/pets/1')))).toEqual({ owner: userJson[1] });
    });

    test('GET /users: an envelope of users; filter, sort and pagination parameters', async () => {
      const answer = await stage.client.get('/users?type.eq=USER&sort=-username&per_page=1&page=2');
      expect(answer.json).toMatchObject({ page: 2, total_count: 2, content: [userJson[2]] });
    });

    test('GET /users/{id}/pets: an envelope of pets; the same parameters', async () => {
      const answer = await stage.client.get('/users/1/pets?age.gt=1&sort=-age&per_page=1');
      expect(answer.json).toMatchObject({ total_count: 2, content: [{ id: 2, edges: { owner: {} } }] });
    });

    test('GET /pets/{id}/owner: the associated user', async () => {
      expect((await stage.client.get('/pets/3/owner')).json).toEqual(userJson[2]);
    });

    test('GET /docs: the documentation', async () => {
      expect((await stage.client.get('/docs')).text).toMatch(/^<!doctype html>/i);
    });

    test('PATCH /pets/{id} answers 200 with the pet, and writes the given keys only', async () => {
      const answer = await stage.client.patch('/pets/1', { age: 4 });
      expect([answer.status, answer.json]).toMatchObject([200, { name: 'Rex', age: 4 }]);
    });

    test('DELETE /pets/{id} answers 204 without a body', async () => {
      const answer = await stage.client.delete('/pets/1');
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectProblem(await stage.client.get('/pets/1'), 404, 'not_found');
    });

    test('DELETE of what is still referenced is 409', async () => {
      expectProblem(await stage.client.delete('/users/1'), 409, 'still_referenced');
    });

    test.each(['/pets/99', '/pets/4/owner', '/pets/99/owner', '/users/99/pets'])(
      'GET %s is 404',
      async (target) => {
        expectProblem(await stage.client.get(target), 404, 'not_found');
      },
    );

    test.each(['abc', '01', '1.0', '+1', '%201', '-0', '1e0', '99999999999999999999'])(
      'an id spelled %s is 404',
      async (id) => {
        expectProblem(await stage.client.get(`/pets/${id}`), 404, 'not_found');
      },
    );

    test.each(['/Pets', '/pets/', '/pets/1/', '/pets/1/Owner', '/nosuch'])('%s is 404', async (target) => {
      expectProblem(await stage.client.get(target), 404, 'not_found');
    });

    test('pretty=true indents by two spaces, errors too; pretty=false does not', async () => {
      const plain = await stage.client.get('/pets/1?pretty=false');
      const pretty = await stage.client.get('/pets/1?pretty=true');
      expect(pretty.text).toBe(JSON.stringify(plain.json, null, 2));
      expect((await stage.client.post('/pets?pretty=true', pet)).text).toContain('\n  "id": 6');
      expect((await stage.client.get('/pets/99?pretty=true')).text).toContain('\n  "status": 404');
      expectProblem(await stage.client.get('/pets/1?pretty=yes'), 400, 'invalid_request');
    });

    test('HEAD works where GET does', async () => {
      for (const target of ['/pets', '/pets/1', '/pets/1/owner']) {
        const answer = await stage.client.send('HEAD', target);
        expect([answer.status, answer.text]).toEqual([200, '']);
      }
    });

    test('OPTIONS is 204 with Allow, another method 405 with the same', async () => {
      const options = await stage.client.send('OPTIONS', '/pets');
      expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
      const put = await stage.client.send('PUT', '/pets', { body: {} });
      expectProblem(put, 405, 'method_not_allowed');
      expect(put.headers.allow).toBe(options.headers.allow);
    });
  });
});

forEachMount(festival, (stage) => {
  describe('General pattern for edge endpoints', () => {
    test.each([
      ['many-to-one', `/stages/${stages.main}/festival`, 'Moon Fest'],
      ['one-to-one, inverse side', '/line-up/1/rider', undefined],
    ])('a unique edge (%s) returns the single entity', async (_, target, name) => {
      const answer = await stage.client.get(target);
      expect([answer.status, entityOf(answer).name]).toEqual([200, name]);
    });

    test.each([
      ['one-to-many', `/stages/${stages.main}/performances?per_page=2`, [2, 1]],
      ['many-to-many, owning side', '/bands/1/genres', ['rock', 'punk']],
      ['many-to-many, inverse side', '/genres/rock/acts', [1]],
      ['one-to-many to itself', '/genres/rock/children', ['punk']],
      ['many-to-many to itself', '/visitors/1/friends', [2]],
    ])('a non-unique edge (%s) returns a collection', async (_, target, ids) => {
      expect(valuesOf(await stage.client.get(target), 'id')).toEqual(ids);
    });
  });

  describe('Paths', () => {
    test.each(['/festivals', '/solo-artists', '/sound-checks', '/line-up'])('%s', async (path) => {
      expect((await stage.client.get(path)).status).toBe(200);
    });

    test('an edge is spelled in kebab case', async () => {
      const { routes } = DirectClient.of(stage.dataSource, stage.options).api;
      expect(routes.list.map(({ path }) => path)).toContain('/visitors/{id}/friend-of');
    });

    test('the option paths replaces the plural', async () => {
      expectProblem(await stage.client.get('/acts'), 404, 'not_found');
    });
  });

  describe('Identifiers of other types', () => {
    test.each([
      ['uuid', `/stages/${stages.main}`, '/stages/1'],
      ['bigint beyond a number', '/wristbands/9007199254740993', '/wristbands/9007199254740992'],
      ['bigint, spelled as printed', '/wristbands/7', '/wristbands/07'],
      ['string', '/genres/rock', '/genres/Rock'],
    ])('%s', async (_, found, missing) => {
      expect((await stage.client.get(found)).status).toBe(200);
      expectProblem(await stage.client.get(missing), 404, 'not_found');
    });
  });
});
