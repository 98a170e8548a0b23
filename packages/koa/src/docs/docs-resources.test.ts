import { Router } from '@koa/router';
import Koa from 'koa';
import { fakeApi } from '../../../../test/support/fake-api.js';
import { exchange } from '../../../../test/support/raw-exchange.js';
import type { RestRouterOptions } from '../router/router-options.js';
import { restRouter } from '../router/rest-router.js';

function appWith(options?: RestRouterOptions): Koa {
  return serving(restRouter(fakeApi(), options));
}

function serving(router: Router): Koa {
  const app = new Koa();
  app.use(router.routes());
  return app;
}

describe('the page', () => {
  test('has a strict policy, nothing inline and nothing from elsewhere', async () => {
    const { status, headers, text } = await exchange(appWith(), '/docs');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    });
    expect(text).not.toMatch(/<script>|\son\w+=|javascript:|(?:href|src)="(?:https?:|\/)/);
  });

  test.each([
    ['/docs', 'docs/assets/', 'openapi.json'],
    ['/internal/docs', 'docs/assets/', '../openapi.json'],
  ])('at %s links to what is served', async (docs, assets, document) => {
    const app = appWith({ prefix: '/api', docs });
    const page = `/api${docs}`;
    const { text } = await exchange(app, page);
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    for (const link of links) {
      expect(link).toMatch(assets);
      expect((await exchange(app, new URL(link, `http://a${page}`).pathname)).status).toBe(200);
    }
    const script = await exchange(app, `${page}/assets/init.js`);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.text).toContain(`"url":"${document}"`);
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(new URL(document, `http://a${page}`).pathname).toBe('/api/openapi.json');
  });

  test('is the same whatever its query says', async () => {
    const app = appWith();
    const plain = await exchange(app, '/docs');
    for (const query of ['url=//evil', 'configUrl=//evil', 'urls.primaryName=x', 'spec=%7B%7D']) {
      expect((await exchange(app, `/docs?${query}`)).text).toBe(plain.text);
    }
    const script = await exchange(app, '/docs/assets/init.js?url=//evil');
    expect(script.text).toMatch(/"queryConfigEnabled":false.*"validatorUrl":null/);
    expect(script.text).not.toContain('evil');
  });

  test('has its title escaped', async () => {
    const app = appWith({ openapi: { info: { title: '</title><script>alert(1)</script>', version: '1' } } });
    expect((await exchange(app, '/docs')).text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert');
  });

  test.each(['/docs', '/docs/assets/init.js', '/docs/assets/swagger-ui-bundle.js', '/openapi.json'])(
    '%s answers HEAD, 304 and OPTIONS, and refuses other methods',
    async (path) => {
      const app = appWith();
      const get = await exchange(app, path);
      const head = await exchange(app, { method: 'HEAD', path });
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
      const etag = get.headers.etag ?? '';
      expect(await exchange(app, { path, headers: { 'if-none-match': etag } })).toMatchObject({
        status: 304,
        text: '',
      });
      const allow = 'GET, HEAD, OPTIONS';
      expect(await exchange(app, { method: 'OPTIONS', path })).toMatchObject({
        status: 204,
        headers: { allow },
      });
      expect(await exchange(app, { method: 'POST', path })).toMatchObject({
        status: 405,
        headers: { allow, 'content-type': 'application/problem+json; charset=utf-8' },
      });
    },
  );
});

describe('compression', () => {
  const path = '/docs/assets/swagger-ui-bundle.js';
  const encoded = (accepted: string, more: Record<string, string> = {}) =>
    exchange(appWith(), { path, headers: { 'accept-encoding': accepted, ...more } });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
  ])('%s gets %s', async (accepted, coding) => {
    const { status, headers } = await encoded(accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
    const length = Number(headers['content-length']);
    expect(length).toBeLessThan(coding === undefined ? 2_000_000 : 520_000);
  });

  test('each coding has an entity tag of its own', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (one) => (await encoded(one)).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
    const [brotli = '', gzip = ''] = tags;
    expect((await encoded('br', { 'if-none-match': brotli })).status).toBe(304);
    expect((await encoded('br', { 'if-none-match': gzip })).status).toBe(200);
  });

  test('small files and images are sent as they are', async () => {
    for (const small of ['/docs/assets/favicon-32x32.png', '/openapi.json']) {
      const { headers } = await exchange(appWith(), { path: small, headers: { 'accept-encoding': 'br' } });
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });
});

test('asked for by its content, an asset is kept for good; otherwise it is revalidated', async () => {
  const { text } = await exchange(appWith(), '/docs');
  const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
  for (const link of links) {
    const [path = '', version = ''] = link.split('?');
    expect(version).toMatch(/^v=[\w-]{43}$/);
    const cached = async (query: string) =>
      (await exchange(appWith(), `/${path}${query}`)).headers['cache-control'];
    expect(await cached(`?${version}`)).toBe('public, max-age=31536000, immutable');
    expect(await cached('')).toBe('no-cache');
    expect(await cached('?v=another')).toBe('no-cache');
  }
});

test.each([
  ['', '/docs'],
  ['/api', '/docs'],
  ['//evil.example', '/docs'],
  ['/api', '/internal/docs'],
])('below %s, %s/ leads to the page', async (prefix, docs) => {
  const { status, headers } = await exchange(appWith({ prefix, docs }), `${prefix}${docs}/`);
  expect([status, headers.location]).toEqual([308, '../docs']);
});

test.each([
  '/DOCS',
  '/docs/assets',
  '/docs/assets/',
  '/docs/assets/package.json',
  '/docs/assets/swagger-ui-bundle.js.map',
  '/docs/assets/../../package.json',
  '/docs/assets/..%2fpackage.json',
  '/docs/assets/%2e%2e/package.json',
  '/docs/assets/..\\package.json',
  '/docs/assets/swagger-ui.min.css%00.js',
  '/docs/assets/__proto__',
  '/docs/assets/constructor',
])('%s does not exist', async (path) => {
  expect((await exchange(appWith(), path)).status).toBe(404);
});

describe('the document', () => {
  const serversAt = async (app: Koa, path: string): Promise<unknown> =>
    JSON.parse((await exchange(app, path)).text).servers;

  test('names the place it was asked for at as its server', async () => {
    const parent = new Router({ prefix: '/v1' });
    parent.use('/x', restRouter(fakeApi(), { prefix: '/api' }).routes());
    expect(await serversAt(appWith(), '/openapi.json')).toEqual([{ url: '/' }]);
    expect(await serversAt(appWith(), 'http://evil.example/openapi.json')).toEqual([{ url: '/' }]);
    expect(await serversAt(serving(parent), '/v1/x/api/openapi.json')).toEqual([{ url: '/v1/x/api' }]);
    const tenants = appWith({ prefix: '/t/:tenant' });
    for (const name of ['a', 'b', 'a%2fb']) {
      expect(await serversAt(tenants, `/t/${name}/openapi.json`)).toEqual([{ url: `/t/${name}` }]);
    }
  });

  test('keeps the servers it was given', async () => {
    const servers = [{ url: 'https://api.example' }];
    for (const openapi of [{ servers }, { base: { servers } }]) {
      expect(await serversAt(appWith({ openapi }), '/openapi.json')).toEqual(servers);
    }
  });

  test('is JSON, and not sniffed', async () => {
    const { headers } = await exchange(appWith(), '/openapi.json');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });
});

test.each<[RestRouterOptions, number, number]>([
  [{ docs: false }, 404, 200],
  [{ openapi: false }, 404, 404],
])('%j: the page is %d, the document %d', async (options, page, document) => {
  expect((await exchange(appWith(options), '/docs')).status).toBe(page);
  expect((await exchange(appWith(options), '/openapi.json')).status).toBe(document);
});
