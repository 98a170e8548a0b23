// J. HTTP protocol, headers, CORS. Lines 121 to 140 of robustness.md, section 3, on raw connections to a server that
// `serve` made. Lines 128 and 129 (ETag, If-Match) are in test/features/conditions and test/scaling/galera.test.ts.
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { contentOf } from '../support/collection.js';
import { expectProblem } from '../support/problem.js';
import { exchange } from '../support/raw-exchange.js';
import { onAbuseStage } from './abuse-stage.js';
import { answersIn, closed, open, untilClosed, words } from './raw-connection.js';
import { expectNoStatement } from './refusal.js';

const body = '{"username":"raw","display_name":"raw","email":"raw@x.co"}';
const post = (...headers: string[]) =>
  words('POST /users HTTP/1.1', 'host: a', 'content-type: application/json', ...headers);
const get = (...headers: string[]) => words('GET /users/1 HTTP/1.1', 'host: a', ...headers);

onAbuseStage((stage) => {
  /** Refused by the server itself: one bare answer, the connection closed, the database not asked. */
  const refusedRaw = async (bytes: string, statuses: readonly number[] = [400]) => {
    stage.ground.expect();
    const answers = await untilClosed(stage.plain.port, bytes);
    expect(answers).toHaveLength(1);
    expect(statuses).toContain(answers[0]?.status);
    expect(stage.ground.statements().count).toBe(0);
    await stage.plain.get('/users/1');
  };

  /** Answered as any request, once. */
  const answeredRaw = async (bytes: string) => {
    const answers = await untilClosed(stage.plain.port, bytes);
    expect(answers).toHaveLength(1);
    return answers[0];
  };

  test.each([
    [
      121,
      'a length and chunks',
      `${post('content-length: 4', 'transfer-encoding: chunked')}0\r\n\r\n${get()}`,
    ],
    [
      121,
      'chunks and a length',
      `${post('transfer-encoding: chunked', 'content-length: 4')}0\r\n\r\n${get()}`,
    ],
    [122, 'two lengths', `${post('content-length: 4', 'content-length: 5')}abcd`],
    [122, 'two lengths in one', `${post('content-length: 4, 5')}abcd`],
    [122, 'a length with a sign', `${post('content-length: +4')}abcd`],
    [122, 'an unknown coding', `${post('transfer-encoding: xchunked')}0\r\n\r\n`],
    [122, 'chunked in quotes', `${post('transfer-encoding: "chunked"')}0\r\n\r\n`],
    [122, 'chunked, then another', `${post('transfer-encoding: chunked, identity')}0\r\n\r\n`],
    [122, 'a huge chunk', `${post('transfer-encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n`],
    [122, 'a chunk size with a sign', `${post('transfer-encoding: chunked')}-1\r\n`],
    [122, 'a bare LF', 'GET /users/1 HTTP/1.1\nhost: a\n\n'],
    [122, 'a folded header', get('x-a: b', ' c')],
    [122, 'a space before the colon', get('x-a : b')],
    [123, 'no host', words('GET /users/1 HTTP/1.1')],
    [123, 'two hosts', words('GET /users/1 HTTP/1.1', 'host: a', 'host: b')],
    [123, 'the same host twice', words('GET /users/1 HTTP/1.1', 'host: a', 'host: a')],
    [123, 'HTTP/0.9', 'GET /users/1\r\n\r\n'],
    [123, 'HTTP/2.0', words('GET /users/1 HTTP/2.0', 'host: a')],
    [131, 'a host with a user', words('GET /users/1 HTTP/1.1', 'host: evil.com:fake@legit.com')],
    [131, 'a host with a path', words('GET /users/1 HTTP/1.1', 'host: a/b')],
    [131, 'a host with a space', words('GET /users/1 HTTP/1.1', 'host: a b')],
    [137, 'an empty header name', get(': b')],
    [137, 'a header name with a space', get('x a: b')],
    [137, 'a NUL in a header', get('x-a: b\0c')],
    [138, 'a method of its own', words('get /users/1 HTTP/1.1', 'host: a')],
    [127, 'a line break in the target', words('GET /users/1\r\nx: y HTTP/1.1', 'host: a')],
  ])('%i. %s is refused and closes', async (_, __, bytes) => {
    await refusedRaw(bytes, [400, 505]);
  });

  test.each([
    [124, '66 kB of headers', get(`x-a: ${'a'.repeat(66_000)}`)],
    [124, '2,100 headers', get(...Array.from({ length: 2_100 }, () => 'a:'))],
    [124, 'a target of 66 kB', words(`GET /users?username.eq=${'a'.repeat(66_000)} HTTP/1.1`, 'host: a')],
    [109, '100,000 ids', words(`GET /pets?${'id.in=1&'.repeat(100_000)} HTTP/1.1`, 'host: a')],
    [130, '64 kB of commas', get(`x-forwarded-proto: ${','.repeat(65_536)}`)],
  ])('%i. %s are a 431 and close', async (_, __, bytes) => {
    await refusedRaw(bytes, [431]);
  });

  test('122. chunk extensions of 16 kB are refused', async () => {
    await refusedRaw(
      `${post('transfer-encoding: chunked')}4;${'a'.repeat(17_000)}\r\nabcd\r\n0\r\n\r\n`,
      [400, 413],
    );
  });

  test('123. HTTP/1.0 is answered and closed', async () => {
    expect((await answeredRaw('GET /users/1 HTTP/1.0\r\n\r\n'))?.status).toBe(200);
  });

  test.each(['text/html', 'application/xml', 'text/html, application/json;q=0', 'image/*', 'nonsense'])(
    '125. Accept: %s is a 406',
    async (accept) => {
      expectProblem(await stage.plain.get('/users', { accept }), 406, 'not_acceptable');
      expectNoStatement(stage);
    },
  );

  test.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, */*;q=0.1',
    `text/html,${'a/b,'.repeat(2_000)}*/*`,
  ])('125. Accept: %.40s is JSON', async (accept) => {
    expect((await stage.plain.get('/users', { accept })).status).toBe(200);
  });

  test('126. a method is the one of the request line', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-http-method': 'DELETE',
      'x-method-override': 'DELETE',
    };
    expect((await stage.plain.get('/users/40', headers)).status).toBe(200);
    expectProblem(await stage.plain.post('/users/40', {}, headers), 405, 'method_not_allowed');
    expectProblem(await stage.plain.get('/users/40?_method=DELETE'), 400, 'invalid_request');
    expect((await stage.plain.get('/users/40')).status).toBe(200);
  });

  test('127. line breaks in a value are no headers', async () => {
    const answer = await stage.plain.get('/users?username.eq=%0d%0aSet-Cookie:%20a=b');
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expectProblem(await stage.plain.get('/users/1%0d%0aSet-Cookie:%20a=b'), 404, 'not_found');
    expectProblem(await stage.plain.get('/users?%0d%0aSet-Cookie:%20a=b'), 400, 'invalid_request');
  });

  test.each(['a%0d%0ab', 'x'.repeat(10_000), '<script>', 'a b', 'ü', "a'--", ''])(
    '127. the request id %.20s is replaced',
    async (given) => {
      const answer = await answeredRaw(get(`x-request-id: ${given}`, 'connection: close'));
      expect(/^x-request-id: (.*)$/m.exec(answer?.head ?? '')?.[1]).toMatch(/^[A-Za-z0-9_-]{1,64}\r?$/);
      if (given !== '') expect(answer?.head).not.toContain(`x-request-id: ${given}\r`);
    },
  );

  test('127. two request ids are none', async () => {
    const answer = await answeredRaw(get('x-request-id: a', 'x-request-id: b', 'connection: close'));
    expect(answer?.head).toMatch(/^x-request-id: [A-Za-z0-9_-]{8,64}\r?$/m);
  });

  test.each([
    [130, 'x-forwarded-proto', ','.repeat(15_000)],
    [130, 'x-forwarded-host', ','.repeat(15_000)],
    [132, 'x-forwarded-host', 'evil.example'],
    [132, 'x-original-url', '/admin'],
    [132, 'x-rewrite-url', '/admin'],
    [132, 'forwarded', 'host=evil.example'],
    [133, 'range', `bytes=${'0-0,'.repeat(1_000)}0-0`],
    [134, 'origin', 'https://evil.example'],
    [134, 'origin', 'null'],
    [137, '__proto__', '{"x":1}'],
    [137, 'constructor', 'x'],
    [137, 'toString', 'x'],
    [139, 'upgrade', 'h2c'],
    [139, 'upgrade', 'websocket'],
    [140, 'authorization', 'x'.repeat(12_000)],
    [140, 'cookie', '__proto__=x; constructor=y; a=;;;=;'],
    [131, 'x-host', 'evil.example'],
  ])('%i. %s changes nothing', async (_, name, value) => {
    const plain = await stage.plain.get('/users?per_page=5');
    const answer = await answeredRaw(
      words('GET /users?per_page=5 HTTP/1.1', 'host: a', `${name}: ${value}`, ...closing(name)),
    );
    expect({ status: answer?.status, body: answer?.body }).toEqual({ status: 200, body: plain.text });
    expect(answer?.head).not.toMatch(/evil|access-control|\/admin/i);
    expect(answer?.head).toContain(`link: ${plain.headers.link ?? ''}`);
  });

  test('131. a foreign host is in no URL', async () => {
    const answer = await answeredRaw(
      words('GET /users HTTP/1.1', 'host: evil.example:81', 'connection: close'),
    );
    expect(answer?.status).toBe(200);
    expect(`${answer?.head ?? ''}${answer?.body ?? ''}`).not.toContain('evil');
    const document = await answeredRaw(
      words('GET /openapi.json HTTP/1.1', 'host: evil.example', 'connection: close'),
    );
    expect(document?.body).not.toContain('evil');
  });

  test('133. the server does not ask for a body that it will not read', async () => {
    const answers = await untilClosed(
      stage.plain.port,
      words(
        'POST /users HTTP/1.1',
        'host: a',
        'content-type: text/plain',
        'content-length: 10',
        'expect: 100-continue',
        'connection: close',
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([415]);
  });

  test('133. a body that is waited for is asked for, once', async () => {
    const socket = await open(stage.plain.port);
    const all = closed(socket);
    socket.write(post(`content-length: ${body.length}`, 'expect: 100-continue', 'connection: close'));
    await new Promise((come) => socket.once('data', come));
    socket.write(body);
    expect(answersIn(await all).map(({ status }) => status)).toEqual([100, 201]);
    stage.ground.forget();
  });

  test('133. any other expectation is a 417', async () => {
    expect((await answeredRaw(get('expect: x', 'connection: close')))?.status).toBe(417);
  });

  test('134. a preflight grants no access', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' };
    const answer = await stage.plain.send('OPTIONS', '/users/1', { headers });
    expect([answer.status, answer.text]).toEqual([204, '']);
  });

  test('135. errors, the page and the document say no more of other origins than answers do', async () => {
    for (const path of ['/nosuch', '/users?nosuch=1', '/users/abc', '/docs', '/openapi.json']) {
      const answer = await answeredRaw(
        words(`GET ${path} HTTP/1.1`, 'host: a', 'origin: https://evil.example', 'connection: close'),
      );
      expect(answer?.head).not.toMatch(/access-control/i);
    }
  });

  // The contract has neither a CORS nor a caching option: what an application sets in front of the router must stand.
  test('134, 136. what a middleware in front of the router sets stands, on errors too', async () => {
    const app = new Koa();
    const router = restRouter(createApi(stage.dataSource));
    router.use((ctx, next) => {
      ctx.set({ 'cache-control': 'no-store', vary: 'Origin' });
      return next();
    });
    app.use(router.routes());
    for (const path of ['/users', '/users/1', '/users/0', '/users?nosuch=1', '/nosuch'])
      expect((await exchange(app, path)).headers).toMatchObject({
        'cache-control': 'no-store',
        vary: 'Origin',
      });
  });

  test('138. a hundred requests at once are answered in order, then a malformed one ends the connection', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => (at % 40) + 1);
    const requests = ids.map((id) => words(`GET /users/${id} HTTP/1.1`, 'host: a'));
    const answers = await untilClosed(stage.plain.port, `${requests.join('')}NONSENSE\r\n\r\n`);
    expect(answers.slice(0, 100).map(({ body: text }) => (JSON.parse(text) as { id: number }).id)).toEqual(
      ids,
    );
    expect(answers.slice(100).map(({ status }) => status)).toEqual([400]);
  });

  test('a body that is refused does not become the next request', async () => {
    const inner = words('DELETE /users/40 HTTP/1.1', 'host: a');
    const bytes = `${words('POST /users HTTP/1.1', 'host: a', 'content-type: text/plain', `content-length: ${inner.length}`)}${inner}${get('connection: close')}`;
    const answers = await untilClosed(stage.plain.port, bytes);
    expect(answers.map(({ status }) => status)).toEqual([415, 200]);
    const withGet = `${words('GET /users/1 HTTP/1.1', 'host: a', `content-length: ${inner.length}`)}${inner}${get('connection: close')}`;
    expect((await untilClosed(stage.plain.port, withGet)).map(({ status }) => status)).toEqual([200, 200]);
    expect(contentOf(await stage.plain.get('/users?id.eq=40'))).toHaveLength(1);
  });
});

function closing(name: string): string[] {
  return name === 'upgrade' ? ['connection: upgrade, HTTP2-Settings, close'] : ['connection: close'];
}
