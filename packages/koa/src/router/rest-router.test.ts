import { Router } from '@koa/router';
import Koa from 'koa';
import { exchange } from '../../../../test/support/raw-exchange.js';
import { fakeApi, type FakeApi } from '../../../../test/support/fake-api.js';
import { restRouter } from './rest-router.js';

function appWith(...parts: (Router | Koa.Middleware)[]): Koa {
  const app = new Koa();
  for (const part of parts) {
    if (part instanceof Router) app.use(part.routes());
    else app.use(part);
  }
  return app;
}

/** What koa-mount does for the middleware inside it. */
function mountedAt(prefix: string): Koa.Middleware {
  return async (ctx, next) => {
    const outer = ctx.path;
    ctx.path = outer.slice(prefix.length);
    await next();
    ctx.path = outer;
  };
}

describe('where the router hangs', () => {
  const nested = (api: FakeApi): Router => {
    const parent = new Router({ prefix: '/v1' });
    parent.use('/x', restRouter(api, { prefix: '/api' }).routes());
    return parent;
  };
  test.each<[string, string, (api: FakeApi) => (Router | Koa.Middleware)[]]>([
    ['no prefix', '', (api) => [restRouter(api)]],
    ['a static prefix', '/api', (api) => [restRouter(api, { prefix: '/api' })]],
    ['a prefix with a slash at its end', '/api', (api) => [restRouter(api, { prefix: '/api/' })]],
    ['a parameter prefix', '/t/a%2fb', (api) => [restRouter(api, { prefix: '/t/:tenant' })]],
    ['another router', '/v1/x/api', (api) => [nested(api)]],
    ['koa-mount', '/m', (api) => [mountedAt('/m'), restRouter(api)]],
    ['koa-mount and a prefix', '/m/api', (api) => [mountedAt('/m'), restRouter(api, { prefix: '/api' })]],
  ])('%s: core gets the raw rest of the path', async (_, mount, parts) => {
    const api = fakeApi({ served: ['/pets'] });
    const app = appWith(...parts(api));
    const paths = [
      '/pets',
      '/pets/',
      '//pets',
      '/users/1%2fpets',
      '/users/../pets',
      '/%',
      '/users/1;a=%20',
      '/',
    ];
    for (const path of paths) {
      await exchange(app, `${mount}${path}?a=%2B+b&a`);
      expect(api.asked.at(-1)).toMatchObject({ base: mount, path, query: 'a=%2B+b&a' });
    }
  });

  test('a prefix is matched whole and case-sensitively', async () => {
    const api = fakeApi();
    const app = appWith(restRouter(api, { prefix: '/api' }));
    for (const path of ['/apipets', '/API/pets', '/pets'])
      expect((await exchange(app, path)).status).toBe(404);
    expect(api.asked).toEqual([]);
    expect((await exchange(app, '/api')).headers['content-type']).toMatch('problem+json');
  });

  test.each([{ prefix: 'api' }, { docs: 'docs' }, { docs: '/do cs' }, { docs: '/pets' }, { bodyLimit: 0 }])(
    '%j is refused at once',
    (options) => {
      expect(() => restRouter(fakeApi(), options)).toThrow(TypeError);
    },
  );
});

describe('a good neighbour', () => {
  const neighbour: Koa.Middleware = (ctx) => {
    ctx.body = 'neighbour';
  };
  const silent: Koa.Middleware = (_, next) => next();

  test.each([
    ['an unknown path', 'GET', '/nosuch', 404],
    ['a wrong method', 'DELETE', '/pets', 405],
    ['a route that is not mounted', 'GET', '/free', 404],
  ])('%s goes to the next middleware first', async (_, method, path, status) => {
    const api = fakeApi({ served: ['/pets'], unmounted: ['/free'] });
    const router = restRouter(api);
    expect((await exchange(appWith(router, neighbour), { method, path })).text).toBe('neighbour');
    expect(api.asked).toEqual([]);
    expect((await exchange(appWith(router, silent), { method, path })).status).toBe(status);
  });

  test.each<[string, Koa.Middleware, number]>([
    ['an empty answer', (ctx) => void (ctx.status = 204), 204],
    ['another status', (ctx) => void (ctx.status = 403), 403],
    ['a 404 of its own', (ctx) => void Object.assign(ctx, { status: 404, body: 'mine' }), 404],
    ['an answer beside Koa', (ctx) => void ((ctx.respond = false), ctx.res.writeHead(202).end()), 202],
  ])('%s of a neighbour stays', async (_, middleware, status) => {
    const api = fakeApi();
    expect((await exchange(appWith(restRouter(api), middleware), '/nosuch')).status).toBe(status);
    expect(api.asked).toEqual([]);
  });

  test('OPTIONS on a known path is answered by core', async () => {
    const { status, headers } = await exchange(appWith(restRouter(fakeApi()), neighbour), {
      method: 'OPTIONS',
      path: '/pets',
    });
    expect({ status, allow: headers.allow }).toEqual({ status: 204, allow: 'GET, HEAD, POST, OPTIONS' });
  });

  test('own middleware and routes come before the API, at whatever mount', async () => {
    for (const prefix of ['', '/api', '/t/:tenant']) {
      const router = restRouter(fakeApi({ served: ['/pets', '/users'] }), { prefix });
      router.use((ctx, next) => (ctx.get('authorization') ? next() : ctx.throw(401)));
      router.get('/pets', neighbour);
      const app = appWith(router).on('error', () => undefined);
      const mount = prefix.replace(':tenant', 'x');
      const headers = { authorization: 'yes' };
      expect((await exchange(app, `${mount}/users`)).status).toBe(401);
      expect((await exchange(app, { path: `${mount}/users`, headers })).status).toBe(200);
      expect((await exchange(app, { path: `${mount}/pets`, headers })).text).toBe('neighbour');
    }
  });

  test('routes added later are reached where the API has nothing', async () => {
    const router = restRouter(fakeApi());
    const app = appWith(router);
    router.get('/health', neighbour);
    expect((await exchange(app, '/health')).text).toBe('neighbour');
  });
});

describe('the answer', () => {
  test('is a string to earlier middleware, with the right type, length and state', async () => {
    const seen: unknown[] = [];
    const watch: Koa.Middleware = async (ctx, next) => {
      Object.assign(ctx.state, { user: 'ünï' });
      await next();
      seen.push(typeof ctx.body);
    };
    const { text, headers } = await exchange(appWith(watch, restRouter(fakeApi())), '/pets');
    expect(JSON.parse(text)).toEqual({ path: '/pets', query: '', state: { user: 'ünï' } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(seen).toEqual(['string']);
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const app = appWith(restRouter(fakeApi()));
    const get = await exchange(app, '/pets');
    const head = await exchange(app, { method: 'HEAD', path: '/pets' });
    const withoutDate = (headers: object) => Object.entries(headers).filter(([name]) => name !== 'date');
    expect(head.text).toBe('');
    expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
  });

  test('a body is offered to core for POST and PATCH only', async () => {
    const api = fakeApi();
    const app = appWith(restRouter(api));
    for (const method of ['GET', 'DELETE', 'POST', 'PATCH']) {
      await exchange(app, { method, path: '/pets', body: '{}', headers: { 'content-length': '2' } });
    }
    expect(api.asked.map(({ body }) => typeof body)).toEqual([
      'undefined',
      'undefined',
      'function',
      'function',
    ]);
  });
});
