// G. Paths and routing. Lines 87 to 95 of robustness.md, section 3.
import { createApi } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { contentOf } from '../support/collection.js';
import { expectProblem } from '../support/problem.js';
import { exchange } from '../support/raw-exchange.js';
import { onAbuseStage } from './abuse-stage.js';
import { untilClosed, words } from './raw-connection.js';
import { expectNoStatement } from './refusal.js';

onAbuseStage((stage) => {
  test.each([
    [87, '/users/'],
    [87, '/USERS'],
    [87, '/users//'],
    [87, '//users'],
    [87, '/users;x=1'],
    [87, '/./users'],
    [87, '/%75sers'],
    [89, '/users/1%2fpets'],
    [89, '/users/1/..%2f..%2fdocs'],
    [89, '/users/../docs'],
    [89, '/users/1/../../pets'],
    [90, '/docs/../../package.json'],
    [90, '/docs/%2e%2e/package.json'],
    [90, '/docs/..\\package.json'],
    [90, '/docs/assets/../../../package.json'],
    [90, '/docs/swagger-ui.css%00.js'],
    [90, '/docs/assets/swagger-ui.css%00.js'],
    [90, '/docs/assets/__proto__'],
    [93, `/users/${'aaaa-'.repeat(1_600)}`],
    [93, `/users/${'-'.repeat(8_000)}`],
    [93, `/${'a/'.repeat(4_000)}`],
    [93, `/users/${'1'.repeat(8_000)}`],
  ])('%i. %.60s is a 404', async (_, path) => {
    expectProblem(await stage.plain.get(path), 404, 'not_found');
    expectNoStatement(stage);
  });

  test('91. an absolute target is its path: its host is in no link', async () => {
    const [answer] = await untilClosed(
      stage.plain.port,
      words('GET http://evil.example/users?per_page=1 HTTP/1.1', 'host: a', 'connection: close'),
    );
    expect(answer?.status).toBe(200);
    expect(answer?.body).toBe((await stage.plain.get('/users?per_page=1')).text);
    expect(answer?.head).toContain('\r\nlink: </users?');
    expect(answer?.head).not.toMatch(/evil/);
  });

  test('92. a guard in front of the router guards every path below it', async () => {
    const router = restRouter(createApi(stage.dataSource), { prefix: '/t/:tenant' });
    router.use((ctx, next) => (ctx.get('authorization') === 'Bearer key' ? next() : ctx.throw(401)));
    const app = new Koa();
    app.use(router.routes());
    for (const path of [
      '/t/x/users',
      '/t/x/users/1',
      '/t/x//users',
      '/t/x/users/',
      '/t/x/docs',
      '/t/x/openapi.json',
      '/t/%2e/users',
    ])
      expect({ path, status: (await exchange(app, path)).status }).toEqual({ path, status: 401 });
    const headers = { authorization: 'Bearer key' };
    expect((await exchange(app, { path: '/t/x/users', headers })).status).toBe(200);
  });

  test.each([
    ['PUT', '/users/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['PATCH', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/users/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['PUT', '/users/1/pets', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/pets/1/owner', 'GET, HEAD, OPTIONS'],
    ['PURGE', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['TRACE', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/users/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ])('94, 95. %s %s is a 405 that says what is allowed', async (method, path, allow) => {
    const answer = await stage.plain.send(method, path, { headers: { 'x-evil': 'reflected?' } });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
    expect(answer.text).not.toContain('reflected?');
    expectNoStatement(stage);
  });

  test('95. OPTIONS says what is allowed, HEAD what GET would', async () => {
    const options = await stage.plain.send('OPTIONS', '/users');
    expect([options.status, options.text, options.headers.allow]).toEqual([
      204,
      '',
      'GET, HEAD, POST, OPTIONS',
    ]);
    const [get, head] = [await stage.plain.get('/users'), await stage.plain.send('HEAD', '/users')];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'x-total-count', 'link'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });

  test('95. CONNECT is no method of ours: the connection is closed', async () => {
    const answers = await untilClosed(stage.plain.port, words('CONNECT evil.example:80 HTTP/1.1', 'host: a'));
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(contentOf(await stage.plain.get('/users'))).toHaveLength(10);
  });
});
