// Errors: one form for all of them (RFC 9457), a request id, and nothing of the server's inside.
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { expectProblem } from '../../support/problem.js';

const user = { username: 'ada', display_name: 'A', email: 'a@example.com' };

/** One request per kind of problem a client can cause. */
function everyProblem({ client }: Stage): Record<string, Promise<Answer>> {
  return {
    invalid_request: client.get('/pets?nosuch=1'),
    malformed_body: client.post('/pets', '{'),
    not_found: client.get('/pets/99'),
    method_not_allowed: client.send('PUT', '/pets'),
    not_acceptable: client.get('/pets', { accept: 'text/html' }),
    already_exists: client.post('/users', user),
    still_referenced: client.delete('/users/1'),
    edge_conflict: client.patch('/users/3', { add_pets: [1] }),
    body_too_large: client.post('/pets', JSON.stringify({ name: 'x'.repeat(1024 * 1024) })),
    unsupported_media_type: client.post('/pets', 'x', { 'content-type': 'text/plain' }),
  };
}

forEachDatabase(petstore, (stage) => {
  test('every problem is whole and has the members of the standard and ours, no others', async () => {
    for (const [code, request] of Object.entries(everyProblem(stage))) {
      const answer = await request;
      const members = Object.keys(answer.json as object).filter((member) => member !== 'errors');
      expect(answer.json).toMatchObject({ code, status: answer.status });
      expect(members).toEqual(['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id']);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  test('the detail says more than the title', async () => {
    const known = { ...everyProblem(stage) };
    const answers = await Promise.all(Object.values(known));
    const bare = answers.filter(({ json }) => {
      const { title, detail } = json as { title: string; detail: string };
      return title === detail;
    });
    expect(bare.map(({ text }) => text)).toEqual([]);
  });

  test('a wrong method is answered with the allowed ones', async () => {
    const answer = await stage.client.send('PUT', '/pets');
    expect(answer.json).toMatchObject({ detail: `The methods of this path are ${answer.headers.allow}.` });
  });

  test.each([
    [{ 'content-type': 'text/plain' }, "The header 'Content-Type' is not application/json."],
    [{ 'content-type': 'application/json; charset=latin1' }, /no parameter but charset=utf-8/],
  ])('the answer to a body of another type says what is wrong: %j', async (headers, detail) => {
    const answer = await stage.client.post('/pets', '{}', headers);
    expect((answer.json as { detail: string }).detail).toMatch(detail);
  });

  test('no problem reveals the database or the server', async () => {
    for (const request of Object.values(everyProblem(stage))) {
      const { text } = await request;
      expect(text).not.toMatch(/sqlite|postgres|constraint|\bselect\b|\bfrom\b "|\binsert\b|foreign key/i);
      expect(text).not.toMatch(/"pets"|"users"|ownerId|UQ_|FK_|IDX_|node_modules|\.ts\b|\.js\b|at \w+ \(/);
    }
  });

  test('each fault has a place, a code and a sentence', async () => {
    const answer = await stage.client.post('/pets?nosuch=1', { name: 7 });
    const faults = expectProblem(answer, 400, 'invalid_request');
    for (const fault of faults) {
      expect(Object.keys(fault).sort()).toEqual(
        ['code', 'detail', 'parameter' in fault ? 'parameter' : 'pointer'].sort(),
      );
      expect(fault.detail).toMatch(/\.$/);
    }
  });

  test('pointers are escaped as RFC 6901 says', async () => {
    const answer = await stage.client.patch('/pets/1', { 'a/b~c': 1 });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([{ pointer: '/a~1b~0c' }]);
  });

  test('instance is the path of the request', async () => {
    expect((await stage.client.get('/pets/99')).json).toMatchObject({ instance: '/pets/99' });
    expect((await stage.client.get('/pets?nosuch=1')).json).toMatchObject({ instance: '/pets' });
  });

  test('a sane request id is echoed, in successes too', async () => {
    for (const target of ['/pets/1', '/pets/99']) {
      const answer = await stage.client.get(target, { 'x-request-id': 'abc-123_X' });
      expect(answer.headers['x-request-id']).toBe('abc-123_X');
    }
    expect((await stage.client.get('/pets/99', { 'x-request-id': 'abc-123_X' })).json).toMatchObject({
      request_id: 'abc-123_X',
    });
  });

  test.each(['<script>', 'a b', 'x'.repeat(65), ''])('the request id "%s" is replaced', async (id) => {
    const answer = await stage.client.get('/pets/99', { 'x-request-id': id });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{1,64}$/);
    expect(answer.headers['x-request-id']).not.toBe(id);
  });

  test('two requests without an id get different ones', async () => {
    const ids = [await stage.client.get('/pets/1'), await stage.client.get('/pets/1')].map(
      (answer) => answer.headers['x-request-id'],
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('names that are echoed are not markup', async () => {
    const answer = await stage.client.get('/pets?%3Cimg%20src=x');
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});
