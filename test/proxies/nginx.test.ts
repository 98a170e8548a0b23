// The API behind nginx: every link leads back through the proxy, compressed answers keep tags that writes can compare, and the cache
// that all clients share gives no client the answer of another.
import {
  createApi,
  EdgeEndpoint,
  Export,
  Filter,
  FilterEQ,
  policyFor,
  type PolicyRequest,
} from '@decorest/core';
import { restMiddleware, type RestRouterOptions } from '@decorest/koa';
import Koa from 'koa';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { listening, type Listening } from '../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';
import { OwnNginx } from './own-nginx.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @VersionColumn() version!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @OneToMany(() => Jar, (jar) => jar.shelf) @EdgeEndpoint(true) jars!: Relation<Jar[]>;
}

/** Each client sees its own. */
@Entity()
@Export('csv')
class Jar {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) @Filter(FilterEQ) owner!: string;
  @ManyToOne(() => Shelf, (shelf) => shelf.jars, { nullable: true }) shelf!: Relation<Shelf> | null;
}

/** Nothing decides who sees it: the header of a client chooses among the rows. */
@Entity()
class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) text!: string;
}

const clients = ['ada', 'ben'];
const prefix = '/api';

let database: TestDatabase;
const apps: Listening[] = [];
let nginx: OwnNginx;

async function serve(options: RestRouterOptions): Promise<number> {
  const app = new Koa();
  app.use((ctx, next) => {
    ctx.state.user = ctx.get('authorization');
    return next();
  });
  const policies = [policyFor(Jar, ({ state }: PolicyRequest<{ user: string }>) => ({ owner: state.user }))];
  const logger = { error: console.error, warn: () => undefined };
  const api = createApi(database.dataSource, { policies, logger });
  app.use(restMiddleware(api, { prefix, ...options }));
  const running = await listening(app);
  apps.push(running);
  return running.port;
}

/** The ways to the API: where a client finds it, and what the proxy does. */
const ways = [
  ['a prefix that the proxy strips and tells', '/told/api'],
  ['a prefix that the proxy strips, and the application knows', '/known/api'],
  ['a path that the proxy replaces', '/v1'],
] as const;

beforeAll(async () => {
  database = await openDatabase('sqlite', [Shelf, Jar, Label]);
  const { manager } = database.dataSource;
  await manager.insert(Shelf, [{ name: 'top' }, { name: 'bottom' }, { name: 'back' }]);
  await manager.insert(
    Jar,
    [...clients, ...clients].map((owner) => ({ owner, shelf: { id: 1 } })),
  );
  await manager.insert(Label, [{ text: 'one' }]);
  nginx = await OwnNginx.before([
    {
      path: '/told/',
      port: await serve({ trustForwardedPrefix: true }),
      to: '/',
      lines: [
        'proxy_set_header X-Forwarded-Prefix /told;',
        // With a cache, nginx leaves conditions of reads out, and answers 200 instead of 304.
        'proxy_set_header If-None-Match $http_if_none_match;',
      ],
    },
    { path: '/known/', port: await serve({ publicUrl: '/known/api' }), to: '/' },
    { path: '/v1/', port: await serve({ publicUrl: '/v1' }), to: `${prefix}/` },
  ]);
});
afterAll(async () => {
  await nginx.remove();
  for (const { close } of apps) close();
  await database.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** A request to the proxy, by an URL or by a reference to one. */
async function ask(reference: string, init: RequestInit = {}, from = '/'): Promise<Answer> {
  const base = `http://127.0.0.1:${nginx.port}`;
  const answer = await fetch(new URL(reference, new URL(from, base)), { redirect: 'manual', ...init });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
  const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, text, json };
}

const json = { 'content-type': 'application/json' };

describe.each(ways)('%s', (_, root) => {
  test('pages and new rows are found by their links', async () => {
    const first = await ask(`${root}/shelves?per_page=1`);
    const links = [...(first.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
    expect(links.map(([, , relation]) => relation)).toEqual(['first', 'next', 'last']);
    for (const [, target = ''] of links) {
      expect(new URL(target, 'http://a').pathname).toBe(`${root}/shelves`);
      expect((await ask(target)).status).toBe(200);
    }
    const created = await ask(`${root}/shelves`, { method: 'POST', headers: json, body: '{"name":"new"}' });
    const { id } = created.json;
    const found = await ask(created.headers.get('location') ?? '', {}, `${root}/shelves`);
    expect([created.status, found.status, found.json.id]).toEqual([201, 200, id]);
  });

  test('a problem names its own place', async () => {
    for (const path of ['/shelves/999', '/nosuch', '/shelves?nosuch=1', '/shelves/1/jars?nosuch=1']) {
      const { status, json: problem } = await ask(`${root}${path}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(problem.instance).toBe(`${root}${path.split('?')[0] ?? ''}`);
    }
  });

  test('the document leads to every list', async () => {
    const { json: document } = await ask(`${root}/openapi.json`);
    const { servers, paths } = document as { servers: { url: string }[]; paths: Record<string, object> };
    expect(servers).toEqual([{ url: root }]);
    for (const [path, operations] of Object.entries(paths)) {
      if (path.includes('{') || !('get' in operations)) continue;
      expect([path, (await ask(`${root}${path}`)).status]).toEqual([path, 200]);
    }
  });

  test('the documentation page finds its assets and its document', async () => {
    const page = await ask(`${root}/docs`);
    expect(page.status).toBe(200);
    const links = [...page.text.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect([link, (await ask(link, {}, `${root}/docs`)).status]).toEqual([link, 200]);
    const moved = await ask(`${root}/docs/`);
    const target = new URL(moved.headers.get('location') ?? '', `http://a${root}/docs/`);
    expect([moved.status, target.pathname]).toEqual([308, `${root}/docs`]);
    expect((await ask('openapi.json', {}, `${root}/docs`)).status).toBe(200);
  });
});

describe('a compressed answer', () => {
  const read = async () => {
    const [, root] = ways[0];
    const answer = await fetch(`http://127.0.0.1:${nginx.port}${root}/shelves/2`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    return {
      path: `${root}/shelves/2`,
      answer,
      tag: answer.headers.get('etag') ?? '',
      text: await answer.text(),
    };
  };

  test('has a weak tag, with which a row can be asked for again and changed once', async () => {
    const { path, answer, tag } = await read();
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(tag).toMatch(/^W\/"/);
    expect((await ask(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const change = () =>
      ask(path, { method: 'PATCH', headers: { ...json, 'if-match': tag }, body: '{"name":"renamed"}' });
    expect([(await change()).status, (await change()).status]).toEqual([200, 412]);
    expect((await ask(path, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  test('and one that is not compressed show the same', async () => {
    const { path, text } = await read();
    expect((await ask(path, { headers: { 'accept-encoding': 'identity' } })).text).toBe(text);
  });
});

describe('the shared cache', () => {
  const asClient = (user: string, more: Record<string, string> = {}) => ({
    headers: { authorization: user, ...more },
  });

  test.each(['/jars', '/jars?per_page=1', '/shelves/1/jars', '/jars/1', '/jars/1/shelf', '/shelves/1'])(
    'gives each client its own answer at %s',
    async (path) => {
      const [, root] = ways[0];
      for (const more of [{}, { accept: 'text/csv' }]) {
        if ('accept' in more && path !== '/jars') continue;
        for (const user of [...clients, ...clients]) {
          const { status, text, headers } = await ask(`${root}${path}`, asClient(user, more));
          expect(headers.get('x-cache')).not.toBe('HIT');
          const others = clients.filter((client) => client !== user);
          if (status === 200) for (const other of others) expect(text).not.toContain(other);
        }
      }
      expect((await ask(`${root}/jars/1`, asClient('ada'))).status).toBe(200);
      expect((await ask(`${root}/jars/1`, asClient('ben'))).status).toBe(404);
    },
  );

  test('keeps nothing that nothing protects either: a row that is gone is gone, one that is there is found', async () => {
    const [, root] = ways[1];
    const { manager } = database.dataSource;
    expect((await ask(`${root}/labels`)).json.total_count).toBe(1);
    expect((await ask(`${root}/labels/2`)).status).toBe(404);
    await manager.insert(Label, { text: 'two' });
    expect((await ask(`${root}/labels`)).json.total_count).toBe(2);
    expect((await ask(`${root}/labels/2`)).status).toBe(200);
  });
});
