// DELETE /<collection>: the rows that filters find, within the guards; all or none.
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { valuesOf } from '../../support/collection.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachMount, type Fixture, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

const bulk: Fixture = {
  ...petstore,
  options: { ...petstore.options, bulk: ['delete', 'update'], limits: { bulk: 4 } },
};

async function readIds(stage: Stage): Promise<unknown[]> {
  return valuesOf(await stage.client.get('/pets?sort=id'), 'id');
}

forEachMount(bulk, (stage) => {
  test.each([
    ['type.eq=DOG', [2, 4, 5]],
    ['id.in=4&id.in=5&id.in=77', [1, 2, 3]],
    ['owner.username.eq=ada', [3, 4, 5]],
    ['age.gt=100', [1, 2, 3, 4, 5]],
  ])('%s', async (query, left) => {
    const answer = await stage.client.delete(`/pets?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ affected: 5 - left.length });
    expect(await readIds(stage)).toEqual(left);
  });

  test('rows that others refer to stay, all of them', async () => {
    const answer = await stage.client.delete('/users?id.in=1&id.in=3');
    expectProblem(answer, 409, 'still_referenced');
    expect(valuesOf(await stage.client.get('/users?sort=id'), 'id')).toEqual([1, 2, 3]);
  });

  describe('guards', () => {
    test.each([
      ['', 'all', 'required'],
      ['?pretty=true', 'all', 'required'],
      ['?filter_op=or', 'all', 'required'],
      ['?max_affected=3', 'all', 'required'],
      ['?all=false', 'all', 'malformed_parameter'],
      ['?all=true&type.eq=DOG', 'all', 'conflict'],
      ['?all=true&all=true', 'all', 'duplicate_parameter'],
      ['?type.eq=DOG&max_affected=1', 'max_affected', 'too_many'],
      ['?type.eq=DOG&max_affected=0', 'max_affected', 'too_many'],
      ['?all=true', 'max_affected', 'too_many'],
      ['?type.eq=DOG&max_affected=5', 'max_affected', 'out_of_range'],
      ['?type.eq=DOG&max_affected=-1', 'max_affected', 'out_of_range'],
      ['?type.eq=DOG&max_affected=1.5', 'max_affected', 'malformed_parameter'],
      ['?type.eq=DOG&page=1', 'page', 'unknown_parameter'],
      ['?type.eq=DOG&sort=id', 'sort', 'unknown_parameter'],
    ])('%s is refused, and nothing is written', async (query, parameter, code) => {
      const deleted = await stage.client.delete(`/pets${query}`);
      expect(expectProblem(deleted, 400, 'invalid_request')).toMatchObject([{ parameter, code }]);
      const updated = await stage.client.patch(`/pets${query}`, { age: 9 });
      expect(expectProblem(updated, 400, 'invalid_request')).toMatchObject([{ parameter, code }]);
      expect(await readIds(stage)).toEqual([1, 2, 3, 4, 5]);
    });

    test('as many rows as `max_affected` are deleted', async () => {
      expect((await stage.client.delete('/pets?type.eq=DOG&max_affected=2')).json).toEqual({ affected: 2 });
    });

    test('`max_affected=0` states that no row matches', async () => {
      expect((await stage.client.delete('/pets?age.gt=100&max_affected=0')).json).toEqual({ affected: 0 });
    });

    test('`all=true` writes all rows, up to the limit', async () => {
      await stage.client.delete('/pets?id.eq=1');
      expect((await stage.client.delete('/pets?all=true')).json).toEqual({ affected: 4 });
      expect(await readIds(stage)).toEqual([]);
    });

    test('a proxy that drops the query cannot empty a table, nor change all of it', async () => {
      // As many rows are left as one request may write: it is not the limit that refuses it.
      await stage.client.delete('/pets/1');
      const proxy = await startForgetfulProxy(stage.client.port);
      try {
        expect(await sendThrough(proxy, 'DELETE', '/pets?type.eq=DOG')).toBe(400);
        expect(await sendThrough(proxy, 'PATCH', '/pets?type.eq=DOG', { age: 9 })).toBe(400);
        expect(await sendThrough(proxy, 'GET', '/pets?type.eq=DOG')).toBe(200);
      } finally {
        await new Promise((closed) => proxy.close(closed));
      }
      expect(valuesOf(await stage.client.get('/pets?sort=id'), 'age')).toEqual([5, 7, 1, 3]);
    });
  });
});

/** Forwards requests to a port, without their query. */
async function startForgetfulProxy(port: number): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?', 1).join();
    const { method, headers } = incoming;
    const forwarded = sendRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return proxy;
}

async function sendThrough(proxy: Server, method: string, path: string, body?: object): Promise<number> {
  const { port } = proxy.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.text();
  return answer.status;
}
