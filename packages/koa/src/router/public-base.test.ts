import Koa from 'koa';
import { fakeApi } from '../../../../test/support/fake-api.js';
import { exchange } from '../../../../test/support/raw-exchange.js';
import { readForwardedPrefix } from './public-base.js';
import { restMiddleware } from './rest-middleware.js';
import { restRouter } from './rest-router.js';
import type { RestRouterOptions } from './router-options.js';

describe('the header of a proxy', () => {
  test.each([
    ['/shop', '/shop'],
    ['/shop/', '/shop'],
    ['/', ''],
    ['', ''],
    ['/a/b-c_d.e~f/%C3%A4', '/a/b-c_d.e~f/%C3%A4'],
    ['/outer, /inner', '/outer/inner'],
    ['/outer,/', '/outer'],
    ['/..a', '/..a'],
  ])('%j is %j', (header, prefix) => {
    expect(readForwardedPrefix(header)).toBe(prefix);
  });

  test.each([
    '//evil.example',
    '/a//evil.example',
    '/,//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'shop',
    '/\\evil.example',
    '\\\\evil.example',
    '/shop?x=1',
    '/shop#x',
    '/..',
    '/./a',
    '/a/../b',
    '/%2e%2e/a',
    '/.%2E',
    '/a b',
    '/a"b',
    '/<a>',
    '/a\r\nset-cookie: x',
    '/a\n',
    '/a\0',
    '/%zz',
    '/ä',
    `/${'a'.repeat(256)}`,
    '/a, evil',
  ])('%j is ignored', (header) => {
    expect(readForwardedPrefix(header)).toBe('');
  });

  test('of several lines, each is a proxy', () => {
    expect(readForwardedPrefix(['/a', '/b'])).toBe('/a/b');
    expect(readForwardedPrefix(['/a', '//b'])).toBe('');
    expect(readForwardedPrefix(undefined)).toBe('');
  });
});

/** The base of the API's links, and the servers of the document. */
async function placesAt(options: RestRouterOptions, target: string, headers: Record<string, string> = {}) {
  const api = fakeApi();
  const app = new Koa();
  app.use(restRouter(api, options).routes());
  await exchange(app, { path: `${target}/pets`, headers });
  const document = JSON.parse((await exchange(app, { path: `${target}/openapi.json`, headers })).text) as {
    servers: unknown;
  };
  return [api.asked.at(-1)?.base, document.servers];
}

const forwarded = { 'x-forwarded-prefix': '/shop' };

describe('links start with', () => {
  test('the path of the request, whatever a client says of a proxy', async () => {
    expect(await placesAt({ prefix: '/api' }, '/api', forwarded)).toEqual(['/api', [{ url: '/api' }]]);
  });

  test('the path that a trusted proxy has stripped', async () => {
    const options = { prefix: '/api', trustForwardedPrefix: true };
    expect(await placesAt(options, '/api', forwarded)).toEqual(['/shop/api', [{ url: '/shop/api' }]]);
    expect(await placesAt(options, '/api')).toEqual(['/api', [{ url: '/api' }]]);
    expect(await placesAt(options, '/api', { 'x-forwarded-prefix': '//evil.example' })).toEqual([
      '/api',
      [{ url: '/api' }],
    ]);
    const tenants = { prefix: '/t/:tenant', trustForwardedPrefix: true };
    expect(await placesAt(tenants, '/t/a', forwarded)).toEqual(['/shop/t/a', [{ url: '/shop/t/a' }]]);
  });

  test.each([
    ['/shop/api', '/shop/api'],
    ['/shop/api/', '/shop/api'],
    ['https://example.org/api', 'https://example.org/api'],
    ['https://example.org:8443', 'https://example.org:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
  ])('the public URL %s', async (publicUrl, base) => {
    expect(await placesAt({ prefix: '/api', publicUrl }, '/api', forwarded)).toEqual([base, [{ url: base }]]);
  });

  test('the public URL also before the database is there', async () => {
    const pending = new Promise<never>(() => undefined);
    const app = new Koa().use(restMiddleware(pending, { prefix: '/api', publicUrl: '/shop/api' }));
    expect(JSON.parse((await exchange(app, '/api/users')).text)).toMatchObject({
      instance: '/shop/api/users',
    });
  });
});

test.each([
  '',
  'example.org',
  '//example.org',
  'ftp://example.org',
  'https://user@example.org',
  'https://example.org/?a=b',
  'https://example.org/#a',
  '/a//b',
  '/../a',
  '/a b',
  '/a\n',
])('%j is no public URL', (publicUrl) => {
  expect(() => restRouter(fakeApi(), { publicUrl })).toThrow(/publicUrl '.*' must be a URL or a path/s);
});

test('one place is said once, and is one place', () => {
  expect(() => restRouter(fakeApi(), { publicUrl: '/a', trustForwardedPrefix: true })).toThrow(/either/);
  expect(() => restRouter(fakeApi(), { publicUrl: '/a', prefix: '/t/:tenant' })).toThrow(/has parameters/);
});
