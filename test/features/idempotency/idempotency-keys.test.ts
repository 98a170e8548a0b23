// The header Idempotency-Key: a write that is sent again runs once, and gets its first answer again.
import { ApiError, createApi, hooksFor } from '@decorest/core';
import { DirectClient } from '../../support/direct-client.js';
import { forEachMount, type Stage } from '../../support/for-each-database.js';
import type { Answer } from '../../support/http-client.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { bareDataSource } from '../../support/schema-mistakes.js';
import {
  Customer,
  hookCalls,
  ownCustomers,
  Payment,
  Purchase,
  scopeOptions,
  till,
  withKey,
  type Clerk,
} from './till.js';

interface KeyRow {
  readonly id: string;
  readonly answer: string | null;
}

const declareTests = (stage: Stage) => {
  const post = (path: string, body: unknown, key: string) =>
    stage.client.send('POST', path, { body, headers: withKey(key) });
  const patch = (path: string, body: unknown, key: string) =>
    stage.client.send('PATCH', path, { body, headers: withKey(key) });
  const keys = () => stage.dataSource.getRepository<KeyRow>('DecorestIdempotency').find();
  const count = (entity: typeof Purchase | typeof Customer | typeof Payment) =>
    stage.dataSource.getRepository<object>(entity).count();
  const age = (ms: number) =>
    stage.dataSource
      .createQueryBuilder()
      .update('DecorestIdempotency')
      .set({ createdAt: () => `${stage.dataSource.driver.escape('createdAt')} - ${ms}` })
      .execute();

  describe('replays', () => {
    test('a create that is sent again has its first answer, and one row', async () => {
      const first = await post('/purchases', { item: 'mug' }, 'a');
      const second = await post('/purchases', { item: 'mug' }, 'a');
      expect(first).toMatchObject({ status: 201, json: { id: 3, item: 'mug' } });
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(sameOf(second)).toEqual(sameOf(first));
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      expect(await count(Purchase)).toBe(3);
    });

    test('an update that is sent again does not undo what came between', async () => {
      const first = await patch('/purchases/1', { item: 'mug', customer: 2 }, 'a');
      await stage.client.patch('/purchases/1', { item: 'pot' });
      const second = await patch('/purchases/1', { item: 'mug', customer: 2 }, 'a');
      expect(sameOf(second)).toEqual(sameOf(first));
      expect((await stage.client.get('/purchases/1')).json).toMatchObject({ item: 'pot' });
    });

    test('the replay outlives the entity', async () => {
      const first = await post('/purchases', { item: 'mug' }, 'a');
      await stage.client.delete('/purchases/3');
      expect(sameOf(await post('/purchases', { item: 'mug' }, 'a'))).toEqual(sameOf(first));
      expect(await count(Purchase)).toBe(2);
    });

    test('edges are changed once', async () => {
      const body = { name: 'cyd', purchases: [1] };
      const first = await post('/customers', body, 'a');
      await stage.client.patch('/customers/3', { remove_purchases: [1] });
      expect(sameOf(await post('/customers', body, 'a'))).toEqual(sameOf(first));
      expect((await stage.client.get('/customers/3/purchases')).json).toMatchObject({ total_count: 0 });
    });

    test('an empty update has an answer to store, too', async () => {
      await patch('/purchases/1', {}, 'a');
      expect((await patch('/purchases/1', {}, 'a')).headers['idempotent-replayed']).toBe('true');
    });

    test('the query indents a replay as it does the answer', async () => {
      const first = await post('/purchases?pretty=true', { item: 'mug' }, 'a');
      const second = await post('/purchases?pretty=true', { item: 'mug' }, 'a');
      expect(first.text).toContain('\n  "item": "mug"');
      expect(sameOf(second)).toEqual(sameOf(first));
      const [row] = await keys();
      expect(JSON.parse(row?.answer ?? '')).toMatchObject({
        status: 201,
        headers: { location: '/purchases/3' },
        body: expect.stringMatching(/^\{"id":3,"item":"mug"/) as unknown,
      });
    });

    test('hooks run once for a stored answer', async () => {
      const first = await post('/payments', { cents: 5 }, 'a');
      const second = await post('/payments', { cents: 5 }, 'a');
      expect(sameOf(second)).toEqual(sameOf(first));
      expect(hookCalls).toEqual({ before: 1, after: 1 });
      expect(await count(Payment)).toBe(1);
    });

    test('texts of all kinds come back as they were', async () => {
      const item = '"\\ \u{1f375} \u2028é\t0';
      const first = await post('/purchases', { item }, 'a');
      expect(sameOf(await post('/purchases', { item }, 'a'))).toEqual(sameOf(first));
      expect(first.json).toMatchObject({ item });
    });
  });

  describe('other requests', () => {
    test.each<[string, string, string, unknown]>([
      ['body', 'POST', '/purchases', { item: 'pot' }],
      ['order of keys', 'POST', '/purchases', { customer: 1, item: 'mug' }],
      ['query', 'POST', '/purchases?pretty=true', { item: 'mug', customer: 1 }],
      ['path', 'POST', '/customers', { name: 'mug' }],
      ['method and path', 'PATCH', '/purchases/1', { item: 'mug', customer: 1 }],
    ])('another %s is refused, and nothing is written', async (_, method, path, body) => {
      await post('/purchases', { item: 'mug', customer: 1 }, 'a');
      const answer = await stage.client.send(method, path, { body, headers: withKey('a') });
      expectProblem(answer, 422, 'idempotency_key_reused');
      expect([await count(Purchase), await count(Customer)]).toEqual([3, 2]);
      expect(await keys()).toHaveLength(1);
    });

    test('white space in the body makes no other request', async () => {
      await post('/purchases', '{"item":"mug"}', 'a');
      const answer = await post('/purchases', ' {\n"item" : "mug" } ', 'a');
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
    });

    test('another key, and none, are new requests', async () => {
      await post('/purchases', { item: 'mug' }, 'a');
      await post('/purchases', { item: 'mug' }, 'b');
      await stage.client.post('/purchases', { item: 'mug' });
      expect(await count(Purchase)).toBe(5);
      expect(await keys()).toHaveLength(2);
    });

    test('deletes and reads ignore the header', async () => {
      await post('/purchases', { item: 'mug' }, 'a');
      expect((await stage.client.send('DELETE', '/purchases/1', { headers: withKey('a') })).status).toBe(204);
      expect((await stage.client.get('/purchases/2', withKey('"'))).status).toBe(200);
    });
  });

  describe('what failed has left nothing', () => {
    test('a mended body may have the same key', async () => {
      expectProblem(await post('/customers', { name: 'ada' }, 'a'), 409, 'already_exists');
      expect(await keys()).toEqual([]);
      expect((await post('/customers', { name: 'eve' }, 'a')).status).toBe(201);
      expect(await keys()).toHaveLength(1);
    });

    test('so may one that a hook refused', async () => {
      expectProblem(await post('/payments', { cents: 13 }, 'a'), 403, 'forbidden');
      expect(await keys()).toEqual([]);
      expect((await post('/payments', { cents: 14 }, 'a')).status).toBe(201);
    });

    test('and one whose row or edge was missing', async () => {
      expectProblem(await patch('/purchases/99', { item: 'x' }, 'a'), 404, 'not_found');
      expectProblem(await post('/purchases', { item: 'x', customer: 99 }, 'a'), 400, 'invalid_request');
      expect(await keys()).toEqual([]);
    });

    test('faults of the body come before what the key knows', async () => {
      await post('/purchases', { item: 'mug' }, 'a');
      expectProblem(await post('/purchases', { item: 7 }, 'a'), 400, 'invalid_request');
    });
  });

  describe('the header', () => {
    test('a quoted key is the same as its characters', async () => {
      await post('/purchases', { item: 'mug' }, '"8e03978e-40d5"');
      expect((await post('/purchases', { item: 'mug' }, '8e03978e-40d5')).headers).toHaveProperty(
        'idempotent-replayed',
      );
    });

    test.each(['"', '""', '"a', 'a b', '"a";b=1', 'a\\b', `"${'k'.repeat(256)}"`, '"a", "b"', 'ä'])(
      'malformed: %s',
      async (key) => {
        const faults = expectProblem(await post('/purchases', { itm: 1 }, key), 400, 'invalid_request');
        expect(faults.map((fault) => [fault.code, 'header' in fault ? fault.header : ''])).toEqual([
          ['wrong_format', 'Idempotency-Key'],
          ['required', ''],
          ['unknown_key', ''],
        ]);
      },
    );

    test.each([`"${'k'.repeat(255)}"`, 'k'.repeat(255), "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"])(
      'well-formed: %s',
      async (key) => {
        expect((await post('/purchases', { item: 'mug' }, key)).status).toBe(201);
      },
    );

    test('where it is required, a create without it is refused before its body is read', async () => {
      const faults = expectProblem(await stage.client.post('/payments', '{'), 400, 'invalid_request');
      expect(faults).toEqual([
        {
          header: 'Idempotency-Key',
          code: 'required',
          detail: "The header 'Idempotency-Key' is required.",
        },
      ]);
      await post('/payments', { cents: 1 }, 'a');
      expect((await stage.client.patch('/payments/1', { cents: 2 })).status).toBe(200);
    });
  });

  describe('time', () => {
    const hour = 3_600_000;

    test('an answer is replayed until its time is over, then the key is new', async () => {
      await post('/purchases', { item: 'mug' }, 'a');
      await age(23 * hour);
      expect((await post('/purchases', { item: 'mug' }, 'a')).headers).toHaveProperty('idempotent-replayed');
      await age(hour);
      const again = await post('/purchases', { item: 'pot' }, 'a');
      expect(again).toMatchObject({ status: 201, json: { id: 4, item: 'pot' } });
      expect(sameOf(await post('/purchases', { item: 'pot' }, 'a'))).toEqual(sameOf(again));
      expect(await keys()).toHaveLength(1);
    });

    test('expired keys are deleted beside the requests, others are not', async () => {
      const api = createApi(stage.dataSource, { ...scopeOptions, logger: new ServerLog() });
      const client = (key: string) =>
        api.handle({
          method: 'POST',
          path: '/purchases',
          headers: { 'content-type': 'application/json', ...withKey(key) },
          body: { item: 'mug' },
        });
      for (const key of ['a', 'b', 'c']) await post('/purchases', { item: 'mug' }, key);
      await age(25 * hour);
      await post('/purchases', { item: 'mug' }, 'd');
      expect((await client('e')).status).toBe(201);
      await until(async () => (await keys()).length === 2);
      await age(25 * hour);
      expect((await client('f')).status).toBe(201);
      await stage.statements.settled();
      expect(await keys()).toHaveLength(3);
    });
  });

  describe('who asks', () => {
    const ada: Clerk = { name: 'ada' };
    const bob: Clerk = { name: 'bob' };
    const send = (client: DirectClient, body: unknown = { item: 'mug' }) =>
      client.attempt('POST', '/purchases', body, withKey('a'));

    test('equal keys of different scopes are different', async () => {
      const client = DirectClient.of(stage.dataSource, scopeOptions);
      const first = await send(client.as(ada));
      expect((await send(client.as(bob), { item: 'pot' })).json).toMatchObject({ id: 4 });
      expect(sameOf(await send(client.as(ada)))).toEqual(sameOf(first));
    });

    test('the clerk who may no longer write gets no replay', async () => {
      const mayWrite = { now: true };
      const client = DirectClient.of(stage.dataSource, {
        ...scopeOptions,
        hooks: [hooksFor(Purchase, { allow: () => mayWrite.now })],
      });
      expect((await send(client.as(ada))).status).toBe(201);
      mayWrite.now = false;
      expectProblem(await send(client.as(ada)), 403, 'forbidden');
    });

    test('policies are asked before the replay, and its rows are not tested again', async () => {
      const client = DirectClient.of(stage.dataSource, { ...scopeOptions, policies: [ownCustomers] });
      const change = () => client.as(ada).attempt('PATCH', '/customers/1', { purchases: [1] }, withKey('a'));
      const [first, second] = [
        await client.as(ada).attempt('PATCH', '/customers/1', { add_purchases: [1] }, withKey('a')),
        await client.as(ada).attempt('PATCH', '/customers/1', { add_purchases: [1] }, withKey('a')),
      ];
      expect(first.status).toBe(200);
      expect(sameOf(second)).toEqual(sameOf(first));
      expect((await change()).status).toBe(400);
    });

    test.each<[string, unknown]>([
      ['nothing', undefined],
      ['a number', 7],
      ['an empty text', ''],
      ['a text too long', 'x'.repeat(1_025)],
      ['a promise of null', Promise.resolve(null)],
    ])('a scope that returns %s is a 500, whatever the key', async (_, result) => {
      const scope = () => result as string;
      const client = DirectClient.of(stage.dataSource, { idempotency: { scope } });
      expectProblem(await send(client), 500, 'internal_error');
      expect(await keys()).toEqual([]);
      expect((await client.post('/purchases', { item: 'mug' })).status).toBe(201);
    });

    test('a scope may wait, and refuse', async () => {
      const options = (scope: () => Promise<string>) => ({
        idempotency: { scope },
        errors: ['unauthorized'] as const,
      });
      const slow = DirectClient.of(
        stage.dataSource,
        options(() => Promise.resolve('x')),
      );
      const strict = DirectClient.of(
        stage.dataSource,
        options(() => Promise.reject(new ApiError('unauthorized'))),
      );
      expect((await send(slow)).status).toBe(201);
      expectProblem(await send(strict), 401, 'unauthorized');
    });
  });

  describe('statements', () => {
    // A pipeline of PostgreSQL is recorded as one text.
    const own = () =>
      stage.statements.texts
        .flatMap((text) => text.split('; '))
        .filter((text) => !/^(BEGIN|START|COMMIT|SHOW)/.test(text));
    const within = async (work: () => Promise<unknown>) => {
      await stage.statements.settled();
      stage.statements.clear();
      await work();
      await stage.statements.settled();
      return own();
    };

    test('a key costs two or three, a replay two, no key none', async () => {
      // The first of a process also looks for expired keys.
      await post('/payments', { cents: 1 }, 'first');
      const plain = await within(() => stage.client.post('/purchases', { item: 'mug' }));
      const keyed = await within(() => post('/purchases', { item: 'mug' }, 'a'));
      const replay = await within(() => post('/purchases', { item: 'mug' }, 'a'));
      const mysql = stage.database === 'mariadb' || stage.database === 'mysql';
      expect(keyed.filter(isOfKeys)).toHaveLength(mysql ? 3 : 2);
      expect(keyed.length - plain.length).toBe(mysql ? 3 : 2);
      expect(keyed.findIndex(isOfKeys)).toBe(0);
      expect(isOfKeys(keyed.at(-1) ?? '')).toBe(true);
      expect(replay).toHaveLength(2);
      expect(plain.filter(isOfKeys)).toEqual([]);
    });
  });

  test('the key and its answer are in the transaction of the write', async () => {
    stage.statements.clear();
    await post('/purchases', { item: 'mug' }, 'a');
    await stage.statements.settled();
    const steps = stage.statements.texts.map((text) => {
      if (/^(BEGIN|START)/.test(text)) return 'begin';
      if (text === 'COMMIT') return 'commit';
      return isOfKeys(text) ? `key ${text.slice(0, 6)}` : text.slice(0, 6);
    });
    const end = steps.indexOf('commit');
    expect(steps[0]).toBe('begin');
    expect(steps[1]).toBe('key INSERT');
    expect(steps[end - 1]).toBe('key UPDATE');
  });
};

forEachMount(till, declareTests);

test('the table of keys is not served, without the option either', async () => {
  const dataSource = await bareDataSource(till.entities instanceof Function ? till.entities('sqlite') : []);
  const api = createApi(dataSource, { ...scopeOptions, logger: new ServerLog() });
  expect(api.model.entities.map(({ name }) => name)).toEqual(['Customer', 'Purchase', 'Payment']);
  await dataSource.destroy();
});

function isOfKeys(text: string): boolean {
  return text.includes('decorest_idempotency');
}

/** What of an answer is the same when it is sent again. */
function sameOf({ status, headers: { location, etag, 'content-type': type }, text }: Answer) {
  return { status, location, etag, type, text };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await isDone()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
