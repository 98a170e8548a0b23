// The spec's table of endpoints, row by row: status, headers and the exact bytes of the body.
import { forEachDatabase } from '../../support/for-each-database.js';
import { petstore } from '../../support/fixtures/petstore.js';

const ada =
  '{"id":1,"username":"ada","display_name":"Ada Lovelace","email":"ada@example.com","type":"SYSTEM","edges":{}}';
const rex = `{"id":1,"name":"Rex","age":3,"type":"DOG","edges":{"owner":${ada}}}`;
const mia = `{"id":2,"name":"Mia","age":5,"type":"CAT","edges":{"owner":${ada}}}`;
const bubbles = '{"id":4,"name":"Bubbles","age":1,"type":"FISH","edges":{"owner":null}}';

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
