// What caches may do with each answer: Cache-Control and Vary of every kind of route, whoever decides what is shown.
import {
  CacheControl,
  createApi,
  EagerLoad,
  EdgeEndpoint,
  ETag,
  Export,
  hooksFor,
  Measure,
  policyFor,
  type ApiOptions,
} from '@decorest/core';
import { restMiddleware } from '@decorest/koa';
import Koa, { type Middleware } from 'koa';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { exchange } from '../../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
@Export('csv')
@Measure('count')
class Pass {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) holder!: string;
  @ManyToOne(() => Gate, (gate) => gate.passes, { nullable: true })
  @EdgeEndpoint(true)
  gate!: Relation<Gate> | null;
}

@Entity()
class Gate {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Pass, (pass) => pass.gate) passes!: Relation<Pass[]>;
}

@Entity()
@ETag()
class Badge {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Gate, { nullable: true }) @EagerLoad() gate!: Relation<Gate> | null;
}

@Entity()
@CacheControl('private, max-age=60')
class Poster {
  @PrimaryGeneratedColumn() id!: number;
}

const entities = [Pass, Gate, Badge, Poster];

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('sqlite', entities);
  await fill(database.dataSource);
});
afterAll(() => database.close());

async function fill({ manager }: DataSource): Promise<void> {
  await manager.insert(Gate, {});
  await manager.insert(Pass, { holder: 'Ada', gate: { id: 1 } });
  await manager.insert(Badge, {});
  await manager.insert(Poster, {});
}

/** The API behind the middleware of an application. */
function appOf(options: ApiOptions, ...before: readonly Middleware[]): Koa {
  const app = new Koa();
  for (const middleware of before) app.use(middleware);
  app.use(restMiddleware(createApi(database.dataSource, options)));
  return app;
}

/** Status, Cache-Control and Vary of an answer. */
async function cachingAt(
  app: Koa,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<unknown[]> {
  const answer = await exchange(app, { method, path, headers });
  return [answer.status, answer.headers['cache-control'], answer.headers.vary];
}

const reads = ['/passes', '/passes/1', '/passes/aggregate', '/gates/1/passes', '/passes/1/gate', '/gates'];

const ofPasses = [policyFor(Pass, () => ({ holder: 'Ada' }))];

describe.each<[string, ApiOptions, string]>([
  ['nothing', {}, 'private, no-cache'],
  ['a policy', { policies: ofPasses }, 'no-store'],
  ['a hook', { hooks: [hooksFor(Pass, { allow: () => true })] }, 'no-store'],
])('where %s decides what is shown', (_, options, expected) => {
  test.each(['GET', 'HEAD'])('%s of each kind of route', async (method) => {
    const app = appOf(options);
    for (const path of reads) {
      const [status, cacheControl] = await cachingAt(app, path, method);
      // Gates alone show nothing of a hook of passes; a policy of passes can decide which of them are found.
      if (path !== '/gates') expect([path, status, cacheControl]).toEqual([path, 200, expected]);
    }
  });

  test('an export varies by Accept, also where the answer is no export', async () => {
    const app = appOf(options);
    for (const accept of ['text/csv', 'application/json'])
      for (const method of ['GET', 'HEAD'])
        expect(await cachingAt(app, '/passes', method, { accept })).toEqual([200, expected, 'Accept']);
  });

  test.each(['/passes/9', '/nosuch', '/passes?nosuch=1', '/passes?page=99'])(
    'the error at %s is kept nowhere',
    async (path) => {
      const [status, cacheControl] = await cachingAt(appOf(options), path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(cacheControl).toBe('no-store');
    },
  );

  test('so are a 405 and a 406', async () => {
    const app = appOf(options);
    expect(await cachingAt(app, '/passes/aggregate', 'DELETE')).toEqual([405, 'no-store', undefined]);
    expect(await cachingAt(app, '/gates', 'GET', { accept: 'text/html' })).toEqual([
      406,
      'no-store',
      undefined,
    ]);
  });
});

test('an answer with a tag can be asked for again, whoever decides', async () => {
  for (const policies of [[], [policyFor(Badge, () => true)]]) {
    const app = appOf({ policies });
    const { headers } = await exchange(app, '/badges/1');
    expect(headers['cache-control']).toBe('private, no-cache');
    const etag = headers.etag ?? '';
    expect(await cachingAt(app, '/badges/1', 'GET', { 'if-none-match': etag })).toEqual([
      304,
      'private, no-cache',
      undefined,
    ]);
    expect(await cachingAt(app, '/badges/1', 'GET', { 'if-match': '"x"' })).toEqual([
      412,
      'no-store',
      undefined,
    ]);
  }
});

test('what the author chose wins, and varies by user where policies decide', async () => {
  expect(await cachingAt(appOf({}), '/posters')).toEqual([200, 'private, max-age=60', undefined]);
  const decided = appOf({ policies: [policyFor(Poster, () => true)] });
  expect(await cachingAt(decided, '/posters')).toEqual([200, 'private, max-age=60', 'Authorization, Cookie']);
  const all = appOf({ cacheControl: 'private, max-age=5', policies: ofPasses });
  expect(await cachingAt(all, '/passes')).toEqual([
    200,
    'private, max-age=5',
    'Accept, Authorization, Cookie',
  ]);
});

test('what middleware before the API has set stands beside it', async () => {
  const app = appOf({}, (ctx, next) => {
    ctx.set('Cache-Control', 'private, max-age=9');
    ctx.vary('Origin');
    return next();
  });
  expect(await cachingAt(app, '/passes')).toEqual([200, 'private, max-age=9', 'Origin, Accept']);
  expect(await cachingAt(app, '/posters')).toEqual([200, 'private, max-age=60', 'Origin']);
  expect(await cachingAt(app, '/nosuch')).toEqual([404, 'private, max-age=9', 'Origin']);
});

test('writes leave the header out, and their errors are kept nowhere', async () => {
  const app = appOf({});
  const post = (body: string) =>
    exchange(app, { method: 'POST', path: '/passes', headers: { 'content-type': 'application/json' }, body });
  expect((await post('{"holder":"Ben"}')).headers).not.toHaveProperty('cache-control');
  expect((await post('{')).headers['cache-control']).toBe('no-store');
});
