// What the specification does not show, as docs/decisions/0010-what-the-spec-leaves-open.md decides it.
import { propertyIn } from '../support/document-parts.js';
import { DirectClient } from '../support/direct-client.js';
import { petstore } from '../support/fixtures/petstore.js';
import { forEachMount } from '../support/for-each-database.js';
import { expectProblem, places } from '../support/problem.js';

forEachMount(petstore, (stage) => {
  const { options } = petstore;

  describe('Transitions: not shown', () => {
    test('a field changes from any value to any other', async () => {
      for (const type of ['DOG', 'CAT', 'OTHER', 'DOG'])
        expect((await stage.client.patch('/pets/1', { type })).json).toMatchObject({ type });
    });
  });

  describe('Names of pagination query parameters: not shown', () => {
    test('page and per_page', async () => {
      expect((await stage.client.get('/pets?page=2&per_page=2')).json).toMatchObject({ page: 2 });
      expect((await stage.client.get('/pets?limit=2')).status).toBe(400);
    });
  });

  describe('Name of the query parameter for order direction: not shown', () => {
    test('order', async () => {
      expect((await stage.client.get('/pets?order=desc')).json).toMatchObject({
        content: [{ id: 5 }, {}, {}, {}, {}],
      });
    });
  });

  describe('Required or optional status of fields, value bounds: not shown', () => {
    test('what the column and class-validator say', () => {
      const { document } = DirectClient.of(stage.dataSource, options);
      expect(document.components?.schemas?.UserCreate).toMatchObject({
        required: ['username', 'display_name', 'email'],
      });
      expect(propertyIn(document, 'UserCreate', 'username')).toMatchObject({ minLength: 1, maxLength: 80 });
    });
  });

  describe('Errors: not shown', () => {
    test('RFC 9457 problem documents that name each fault', async () => {
      const answer = await stage.client.post('/pets', { name: 1, nosuch: 2 });
      const faults = expectProblem(answer, 400, 'invalid_request');
      expect([...new Set(places(faults))]).toEqual(['/age', '/name', '/nosuch', '/type']);
      for (const fault of faults)
        expect(fault).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    });

    test('a request id is taken when sane, made otherwise, and always echoed', async () => {
      const given = await stage.client.get('/pets/99', { 'x-request-id': 'abc-123' });
      expect(given.json).toMatchObject({ request_id: 'abc-123' });
      const insane = await stage.client.get('/pets/99', { 'x-request-id': 'a b\u00ff' });
      expect(insane.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
      expect((await stage.client.get('/pets/1')).headers['x-request-id']).toBeDefined();
    });

    test.each([
      ['GET', '/pets/1', { accept: 'text/html' }, undefined, 406, 'not_acceptable'],
      ['POST', '/pets', { 'content-type': 'text/plain' }, 'x', 415, 'unsupported_media_type'],
      ['POST', '/pets', {}, '{', 400, 'malformed_body'],
      ['PUT', '/pets', {}, '{}', 405, 'method_not_allowed'],
    ] as const)('%s %s %j %s is %s', async (method, target, headers, body, status, code) => {
      expectProblem(await stage.client.send(method, target, { headers, body }), status, code);
    });

    test('nothing of the database leaves the server', async () => {
      const user = { username: 'ada', display_name: 'x', email: 'new@example.com' };
      const answer = await stage.client.post('/users', user);
      expect(places(expectProblem(answer, 409, 'already_exists'))).toEqual(['/username']);
      expect(answer.text).not.toMatch(/sql|constraint|UQ_|IDX_|"users"|insert/i);
    });
  });

  describe('Authentication, events, versioning, rate limits: not shown', () => {
    test('no credentials are asked for, and nothing is said of them', async () => {
      const { document } = DirectClient.of(stage.dataSource, options);
      expect(document.security ?? []).toEqual([]);
      expect(document.components?.securitySchemes ?? {}).toEqual({});
      const { headers } = await stage.client.get('/pets/1');
      expect(Object.keys(headers).filter((name) => /auth|cookie|rate|version/.test(name))).toEqual([]);
    });
  });
});
