import type { Api } from '@decorest/core';
import Koa from 'koa';
import { exchange } from '../../../../test/support/raw-exchange.js';
import { fakeApi } from '../../../../test/support/fake-api.js';
import { restMiddleware } from './rest-middleware.js';
import type { RestRouterOptions } from './router-options.js';

/** Answers everything that the API leaves to the next middleware. */
const afterwards: Koa.Middleware = (ctx) => {
  ctx.body = `next: ${ctx.path}`;
};

async function answerTo(target: string, prefix: string, served: readonly string[] = ['/pets']) {
  const api = fakeApi({ served });
  const app = new Koa().use(restMiddleware(api, { prefix })).use(afterwards);
  return { api, answer: await exchange(app, target) };
}

test.each([
  ['/pets/1', '', '/pets/1', ''],
  ['/api/pets/1', '/api', '/pets/1', '/api'],
  ['/api/v1/pets/%201', '/api/v1', '/pets/%201', '/api/v1'],
])('%s below the prefix "%s" is %s', async (target, prefix, path, base) => {
  const { api } = await answerTo(target, prefix, [path]);
  expect(api.asked).toMatchObject([{ path, base }]);
});

test.each(['/apiary/pets', '/pets', '/'])('%s is outside the prefix and goes on', async (target) => {
  const { api, answer } = await answerTo(target, '/api');
  expect(answer.text).toBe(`next: ${target}`);
  expect(api.asked).toEqual([]);
});

test.each<[object, string | RegExp]>([
  [
    { prefx: '/api' },
    "restRouter: unknown option 'prefx'. Use prefix, docs, openapi, bodyLimit, health, publicUrl, trustForwardedPrefix.",
  ],
  [{ openapi: { title: 'Pets' } }, /unknown option of openapi 'title'. Use info, servers, /],
  [{ openapi: { edgeTags: 'edges' } }, "restRouter: edgeTags 'edges' must be one of edge, entity."],
  [{ openapi: { edgeFilters: 'once' } }, "restRouter: edgeFilters 'once' must be one of parameters, where."],
])('options that do not exist, or have no such value, are refused: %j', (given, message) => {
  const api = fakeApi();
  const options: RestRouterOptions = given;
  expect(() => restMiddleware(api, options)).toThrow(message);
  expect(() => restMiddleware(Promise.resolve(api), options)).toThrow(TypeError);
});

test('a prefix with parameters needs a router', () => {
  expect(() => restMiddleware(fakeApi(), { prefix: '/t/:tenant' })).toThrow(/use restRouter for parameters/);
});

test('until a promised API is there, its requests are 503 and others go on', async () => {
  let keep: (api: Api) => void = () => undefined;
  const coming = new Promise<Api>((kept) => {
    keep = kept;
  });
  const app = new Koa().use(restMiddleware(coming, { prefix: '/api', health: true })).use((ctx, next) => {
    if (!ctx.path.endsWith('/mine')) return next();
    ctx.body = `next: ${ctx.path}`;
  });
  const early = await exchange(app, '/api/pets');
  expect(early).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(JSON.parse(early.text)).toMatchObject({ code: 'unavailable', instance: '/api/pets' });
  expect((await exchange(app, '/api/mine')).text).toBe('next: /api/mine');
  expect((await exchange(app, '/api/health/live')).status).toBe(200);
  expect((await exchange(app, '/api/health/ready')).status).toBe(503);
  keep(fakeApi());
  await coming;
  expect((await exchange(app, '/api/pets')).status).toBe(200);
  expect((await exchange(app, '/api/health/ready')).status).toBe(200);
});
