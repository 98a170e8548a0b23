// Pages of the guide whose programs are used as a whole: testing, migrations, own actions, CORS.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, type Api } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { DataSource } from 'typeorm';
import { petstore } from '../support/fixtures/petstore.js';
import { textOf } from '../support/answer-text.js';
import { textOf as pageOf } from '../support/documentation-pages.js';
import { exchange, type RawAnswer, type RawRequest } from '../support/raw-exchange.js';
import { codeBlocks } from '../support/readme-program.js';
import { ServerLog } from '../support/server-log.js';
import { openDatabase } from '../support/test-database.js';

const folder = join(__dirname, '../.recipes-guide');
const compiler = join(__dirname, '../../node_modules/typescript/bin/tsc');

let opened: DataSource[] = [];

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
});
afterEach(async () => {
  await Promise.all(opened.map((dataSource) => dataSource.destroy()));
  opened = [];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The first blocks of a page, as one module. */
function programOf(page: string, blocks: number): string {
  return codeBlocks(pageOf(`docs/guide/${page}.md`), 'ts')
    .slice(0, blocks)
    .join('\n');
}

function loaded(page: string, blocks: number): unknown {
  const file = join(folder, `${page}.ts`);
  writeFileSync(file, programOf(page, blocks));
  return jest.requireActual<object>(file);
}

const json = ({ text }: RawAnswer): unknown => JSON.parse(text === '' ? 'null' : text);

test('testing: the test passes, and fails without its policy', () => {
  const program = programOf('testing', 2);
  expect(runTests(program)).toMatch(/^# pass 1$/m);
  expect(runTests(program.replace('policies: [ownMemos]', ''))).toMatch(/^# fail 1$/m);
}, 60_000);

/** Compiles a program and runs it with Node's own runner. */
function runTests(source: string): string {
  const compilerOptions = {
    declaration: false,
    sourceMap: false,
    inlineSources: false,
    noUnusedLocals: false,
  };
  const config = { extends: '../../tsconfig.base.json', compilerOptions, files: ['memos.ts'] };
  writeFileSync(join(folder, 'memos.ts'), `import 'reflect-metadata';\n${source}`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiled = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(compiled.stdout).toBe('');
  const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', join(folder, 'memos.js')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  return run.stdout;
}

test('migrations: nothing is missing after all of them, and the API serves the tables', async () => {
  const { migrated } = loaded('migrations', 1) as {
    migrated: () => Promise<{ dataSource: DataSource; api: Api; missing: readonly string[] }>;
  };
  const { dataSource, api, missing } = await migrated();
  opened.push(dataSource);
  expect(missing).toEqual([]);
  const answer = await api.handle({
    method: 'POST',
    path: '/members',
    headers: { 'content-type': 'application/json' },
    body: { name: 'Ada', nickname: 'A' },
  });
  expect([answer.status, JSON.parse(textOf(answer))]).toMatchObject([201, { name: 'Ada', nickname: 'A' }]);
});

describe('own actions', () => {
  let app: Koa;
  let api: Api;
  let merge: (api: Api, dataSource: DataSource, ctx: object) => Promise<void>;
  let dataSource: DataSource;

  beforeEach(async () => {
    const page = loaded('own-actions', 2) as {
      Parcel: new () => object;
      parcelApp: (dataSource: DataSource) => Koa;
      merge: typeof merge;
    };
    ({ merge } = page);
    dataSource = await new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [page.Parcel],
      synchronize: true,
    }).initialize();
    opened.push(dataSource);
    app = page.parcelApp(dataSource);
    api = createApi(dataSource, { logger: new ServerLog() });
  });

  const send = (method: string, path: string, body?: object) =>
    exchange(app, {
      method,
      path: `/api${path}`,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    } satisfies RawRequest);

  test('a parcel is cancelled by the action alone', async () => {
    expect((await send('POST', '/parcels', { address: 'Mill Lane 1' })).status).toBe(201);
    expect((await send('PATCH', '/parcels/1', { cancelled: true })).status).toBe(400);
    expect(json(await send('PATCH', '/parcels/1', { address: 'Mill Lane 2' }))).toMatchObject({
      cancelled: false,
    });
    const answer = await send('POST', '/parcels/1/cancel');
    expect([answer.status, json(answer)]).toMatchObject([200, { address: 'Mill Lane 2', cancelled: true }]);
    const missing = await send('POST', '/parcels/7/cancel');
    expect([missing.status, json(missing)]).toMatchObject([
      404,
      { code: 'not_found', instance: '/api/parcels/7' },
    ]);
  });

  test('several writes are one transaction, and a failure is a problem document', async () => {
    const ctx = () => ({
      method: 'POST',
      path: '/merge',
      state: {},
      status: 0,
      body: '',
      set: () => undefined,
    });
    const alone = ctx();
    await merge(api, dataSource, alone);
    expect([alone.status, JSON.parse(alone.body)]).toMatchObject([
      409,
      { detail: 'There are no two parcels.' },
    ]);
    for (const address of ['A', 'B']) await send('POST', '/parcels', { address });
    const two = ctx();
    await merge(api, dataSource, two);
    expect(two.status).toBe(204);
    expect(json(await send('GET', '/parcels'))).toMatchObject({ content: [{ id: 1, address: 'B' }] });
  });
});

test('CORS: preflights are answered, and every answer lets its origin read the headers', async () => {
  const { appFor } = loaded('cors', 1) as { appFor: (origin: string, api: Middleware) => Koa };
  const database = await openDatabase('sqlite', petstore.entities);
  try {
    const api = createApi(database.dataSource, { logger: new ServerLog() });
    const app = appFor('https://pets.example', restRouter(api).routes() as unknown as Middleware);
    const from = (origin: string, more: object = {}, method = 'GET', path = '/pets') =>
      exchange(app, { method, path, headers: { origin, ...more } });
    const preflight = await from(
      'https://pets.example',
      { 'access-control-request-method': 'PATCH' },
      'OPTIONS',
    );
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://pets.example',
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': expect.stringContaining('If-Match'),
      },
    });
    for (const path of ['/pets', '/nowhere', '/pets?nothing=1'])
      expect((await from('https://pets.example', {}, 'GET', path)).headers).toMatchObject({
        'access-control-allow-origin': 'https://pets.example',
        'access-control-expose-headers': expect.stringContaining('X-Total-Count'),
        vary: expect.stringContaining('Origin'),
      });
    expect((await from('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await from('https://pets.example', {}, 'OPTIONS')).headers.allow).toContain('POST');
  } finally {
    await database.close();
  }
});
