// The section "Endpoints" of the specification, row by row: status, headers and the exact bytes of bodies.
import { edgesOf, entityOf, valuesOf } from '../support/collection.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { petstore, userJson } from '../support/fixtures/petstore.js';
import { forEachDatabase, forEachMount } from '../support/for-each-database.js';
import { expectProblem } from '../support/problem.js';

const ada =
  '{"id":1,"username":"ada","display_name":"Ada Lovelace","email":"ada@example.com","type":"SYSTEM","edges":{}}';
const rex = `{"id":1,"name":"Rex","age":3,"type":"DOG","edges":{"owner":${ada}}}`;
const mia = `{"id":2,"name":"Mia","age":5,"type":"CAT","edges":{"owner":${ada}}}`;
const bubbles = '{"id":4,"name":"Bubbles","age":1,"type":"FISH","edges":{"owner":null}}';
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

    test.each(['/pets/99', '/pets/4/owner', '/pets/99/owner', '/users/99/pets'])(
      'GET %s is 404',
      async (target) => {
        expectProblem(await stage.client.get(target), 404, 'not_found');
      },
    );

    test('pretty=true indents by two spaces, errors too; pretty=false does not', async () => {
      const plain = await stage.client.get('/pets/1?pretty=false');
      const pretty = await stage.client.get('/pets/1?pretty=true');
      expect(pretty.text).toBe(JSON.stringify(plain.json, null, 2));
      expect((await stage.client.post('/pets?pretty=true', pet)).text).toContain('\n  "id": 6');
      expect((await stage.client.get('/pets/99?pretty=true')).text).toContain('\n  "status": 404');
      expectProblem(await stage.client.get('/pets/1?pretty=yes'), 400, 'invalid_request');
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
});

forEachDatabase(petstore, (stage) => {
  test('POST /users answers 201 with the user, its id and an edges object', async () => {
    const body = { username: 'dan', display_name: 'Dan Brown', email: 'dan@example.com' };
    const answer = await stage.client.post('/users', body);
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(
      '{"id":4,"username":"dan","display_name":"Dan Brown","email":"dan@example.com","type":"USER","edges":{}}',
    );
  });

  test('POST /users takes a type', async () => {
    const body = { username: 'cron', display_name: 'Cron', email: 'cron@example.com', type: 'SYSTEM' };
    expect((await stage.client.post('/users', body)).json).toMatchObject({ id: 4, type: 'SYSTEM' });
  });

  test('POST /pets answers 201 with the pet and its full owner', async () => {
    const answer = await stage.client.post('/pets', { name: 'Yoshi', age: 2, type: 'REPTILE', owner: 1 });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(`{"id":6,"name":"Yoshi","age":2,"type":"REPTILE","edges":{"owner":${ada}}}`);
  });

  test('a created entity is found at its Location', async () => {
    const created = await stage.client.post('/pets', { name: 'Yoshi', age: 2, type: 'REPTILE', owner: 1 });
    const location = created.headers.location ?? '';
    expect(location).toMatch(/\/pets\/6$/);
    expect((await stage.client.get(location)).text).toBe(created.text);
  });

  test('GET /pets/{id} answers the pet with its eager-loaded owner', async () => {
    const answer = await stage.client.get('/pets/1');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe(rex);
  });

  test('GET /pets/{id} of a pet without owner has the edge as null', async () => {
    expect((await stage.client.get('/pets/4')).text).toBe(bubbles);
  });

  test('GET /users answers an envelope of users', async () => {
    const answer = await stage.client.get('/users?username.eq=ada');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      `{"page":1,"total_count":1,"last_page":1,"is_last_page":true,"content":[${ada}]}`,
    );
  });

  test('GET /users/{id}/pets answers an envelope of pets with their own edges', async () => {
    const answer = await stage.client.get('/users/1/pets');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      `{"page":1,"total_count":2,"last_page":1,"is_last_page":true,"content":[${rex},${mia}]}`,
    );
  });

  test('GET /pets/{id}/owner answers the one user', async () => {
    const answer = await stage.client.get('/pets/2/owner');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(ada);
  });

  test('PATCH /pets/{id} answers 200 with the pet as a read would give it', async () => {
    const answer = await stage.client.patch('/pets/1', { age: 3 });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(rex);
  });

  test('DELETE /pets/{id} answers 204 without a body', async () => {
    const answer = await stage.client.delete('/pets/1');
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
  });

  test('GET /docs answers the interactive documentation', async () => {
    const answer = await stage.client.get('/docs');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  });

  test('GET /openapi.json answers the description', async () => {
    const answer = await stage.client.get('/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) as unknown });
  });
});
