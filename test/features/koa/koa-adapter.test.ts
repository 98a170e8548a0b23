// The API on Koa, end to end: mounts, neighbours and bodies, as far as an application sees them.
import { gzipSync } from 'node:zlib';
import { createApi, Handler, type Api } from '@decorest/core';
import { restRouter, type RestRouterOptions } from '@decorest/koa';
import Koa from 'koa';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { exchange, type RawAnswer, type RawRequest } from '../../support/raw-exchange.js';
import { ServerLog } from '../../support/server-log.js';

@Entity()
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column() text!: string;
}

@Entity()
@Handler(false)
class Draft {
  @PrimaryGeneratedColumn() id!: number;
  @Column() text!: string;
}

let dataSource: DataSource;
let api: Api;

beforeAll(async () => {
  dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [Note, Draft],
    synchronize: true,
  });
  await dataSource.initialize();
  api = createApi(dataSource, { logger: new ServerLog() });
});

afterAll(() => dataSource.destroy());

function send(
  request: RawRequest | string,
  options?: RestRouterOptions,
  next?: Koa.Middleware,
): Promise<RawAnswer> {
  const app = new Koa();
  app.use(restRouter(api, options).routes());
  if (next) app.use(next);
  return exchange(app, request);
}

function post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): RawRequest {
  return { method: 'POST', path, body, headers: { 'content-type': 'application/json', ...headers } };
}

const codeOf = ({ text }: RawAnswer): unknown => (JSON.parse(text) as { code: unknown }).code;

test('links in answers lead back through the mount', async () => {
  const options = { prefix: '/t/:tenant' };
  const created = await send(post('/t/a%20b/notes', '{"text":"x"}'), options);
  expect(created).toMatchObject({ status: 201, headers: { location: '/t/a%20b/notes/1' } });
  expect(await send('/t/a%20b/notes/1', options)).toMatchObject({ status: 200, text: created.text });
  expect((await send('/t/a%20b/notes', options)).headers.link).toContain('</t/a%20b/notes?page=1>');
  expect(JSON.parse((await send('/t/a%20b/nosuch', options)).text)).toMatchObject({
    status: 404,
    instance: '/t/a%20b/nosuch',
  });
});

test.each(['/notes/1%2ftext', '/notes/%31', '/notes/', '/Notes', '/notes/../docs'])(
  '%s is a 404',
  async (path) => {
    expect(codeOf(await send(path))).toBe('not_found');
  },
);

test('HEAD answers with the headers of GET and no body', async () => {
  const get = await send('/notes');
  const head = await send({ method: 'HEAD', path: '/notes' });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(Object.keys(head.headers).sort()).toEqual(Object.keys(get.headers).sort());
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('what is documented but not mounted belongs to the next middleware', async () => {
  expect(await send('/drafts', {}, (ctx) => void (ctx.body = 'mine'))).toMatchObject({
    status: 200,
    text: 'mine',
  });
  expect(codeOf(await send('/drafts'))).toBe('not_found');
  expect(codeOf(await send(post('/drafts', '{"text":"x"}')))).toBe('not_found');
  expect((await send('/openapi.json')).text).toContain('"/drafts"');
});

test.each<[string, RawRequest, number, string]>([
  ['too large', post('/notes', JSON.stringify({ text: 'x'.repeat(100) })), 413, 'body_too_large'],
  ['too large once inflated', zipped(JSON.stringify({ text: 'x'.repeat(100) })), 413, 'body_too_large'],
  [
    'compressed twice',
    post('/notes', '{}', { 'content-encoding': 'gzip, gzip' }),
    415,
    'unsupported_media_type',
  ],
  ['wrongly compressed', post('/notes', '{}', { 'content-encoding': 'gzip' }), 400, 'malformed_body'],
  ['not JSON', post('/notes', '{}', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
])('a body that is %s is refused', async (_, request, status, code) => {
  const answer = await send(request, { bodyLimit: 60 });
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});

test('a compressed body is written as it was meant', async () => {
  expect((await send(zipped('{"text":"zipped"}'))).text).toContain('"zipped"');
});

function zipped(text: string): RawRequest {
  return post('/notes', gzipSync(text), { 'content-encoding': 'gzip' });
}

test.each([
  ['the id that the application gave the request', 'given-before', 'given-before'],
  ['the id of the client where the application gave none', undefined, 'of-the-client'],
])('an answer and its log have %s', async (_, given, expected) => {
  const logged: object[] = [];
  const keep = (entry: object) => logged.push(entry);
  const app = new Koa();
  app.use((ctx, next) => {
    if (given !== undefined) ctx.set('X-Request-Id', given);
    return next();
  });
  const logger = { error: keep, warn: keep, info: keep };
  app.use(restRouter(createApi(dataSource, { logger })).routes());
  const answer = await exchange(app, { path: '/nowhere', headers: { 'x-request-id': 'of-the-client' } });
  expect(answer.headers['x-request-id']).toBe(expected);
  expect(JSON.parse(answer.text)).toMatchObject({ request_id: expected });
  expect(logged.at(-1)).toMatchObject({ request_id: expected });
});
