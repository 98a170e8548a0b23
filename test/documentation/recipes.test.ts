// The recipes do what they say: each block of the page is compiled as a module, and used.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, type Api, type ApiResponse } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type Koa from 'koa';
import { DataSource } from 'typeorm';
import { repository } from '../support/markdown-table.js';
import { programBelow } from '../support/page-section.js';
import { exchange, type RawAnswer } from '../support/raw-exchange.js';
import { ServerLog } from '../support/server-log.js';
import { textOf } from '../support/answer-text.js';

const page = readFileSync(join(repository, 'docs/guide/recipes.md'), 'utf8');
const folder = join(__dirname, '../.recipes');

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

type EntityClass = new () => object;

interface Guarded {
  readonly guardedApp: (api: Api, userOf: (token: string) => object | undefined) => Koa;
}

interface Letters {
  readonly Letter: EntityClass;
}

interface Market {
  readonly Account: EntityClass;
  readonly Listing: EntityClass;
  readonly marketApi: (dataSource: DataSource) => Api;
}

interface Reports {
  readonly Report: EntityClass;
  readonly appWithReports: (api: Api) => Koa;
}

interface People {
  readonly Person: EntityClass;
  readonly snakeCaseApi: (dataSource: DataSource) => Api;
}

interface Early {
  readonly earlyApp: (dataSource: DataSource) => Koa;
}

interface Books {
  readonly openBooks: () => Promise<{ dataSource: DataSource; api: Api }>;
}

/** What the block below a heading exports. */
function recipe(heading: string): unknown {
  const file = join(folder, `${heading.replaceAll(' ', '-')}.ts`);
  writeFileSync(file, programBelow(page, heading));
  return jest.requireActual<object>(file);
}

async function opening(...entities: EntityClass[]): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities,
    synchronize: true,
  });
  opened.push(await dataSource.initialize());
  return dataSource;
}

const json = ({ text }: RawAnswer): unknown => JSON.parse(text);
const bodyOf = (answer: ApiResponse): unknown => JSON.parse(textOf(answer) || 'null');

test('Authentication: who has no token reads, who has one writes', async () => {
  const { guardedApp } = recipe('Authentication') as Guarded;
  const { Letter } = recipe('Soft delete') as Letters;
  const api = createApi(await opening(Letter), { logger: new ServerLog() });
  const app = guardedApp(api, (token) => (token === 'secret' ? { name: 'ann' } : undefined));
  const post = (headers: Record<string, string>) =>
    exchange(app, {
      method: 'POST',
      path: '/letters',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"subject":"Hi"}',
    });
  const refused = await post({});
  expect([refused.status, json(refused)]).toMatchObject([401, { code: 'unauthorized' }]);
  expect(refused.headers['www-authenticate']).toBe('Bearer');
  expect((await post({ authorization: 'Bearer secret' })).status).toBe(201);
  expect((await exchange(app, '/letters')).status).toBe(200);
  expect((await exchange(app, '/openapi.json')).text).toContain('"securitySchemes"');
});

describe('Hash, stamp, refuse', () => {
  let dataSource: DataSource;
  let api: Api;
  let Account: EntityClass;

  beforeEach(async () => {
    const market = recipe('Hash, stamp, refuse') as Market;
    Account = market.Account;
    dataSource = await opening(Account, market.Listing);
    api = market.marketApi(dataSource);
    await ask('POST', '/accounts', { name: 'ann', password: 'correct horse' });
  });

  const ask = (
    method: string,
    path: string,
    body: Record<string, string | number | boolean>,
    state: object = {},
  ) => api.handle({ method, path, headers: jsonType, body, state });
  const storedPassword = async () =>
    (await dataSource.query<{ password: string }[]>('SELECT password FROM account'))[0]?.password ?? '';

  test('a password is stored as a hash, and hashed again only when it changes', async () => {
    const first = await storedPassword();
    expect(first).toMatch(/^[\da-f]{32}:[\da-f]{64}$/);
    const renamed = await ask('PATCH', '/accounts/1', { name: 'anna' });
    expect(bodyOf(renamed)).toEqual({ id: 1, name: 'anna', edges: {} });
    expect(await storedPassword()).toBe(first);
    expect((await ask('PATCH', '/accounts/1', { password: 'battery staple' })).status).toBe(200);
    expect(await storedPassword()).toMatch(/^[\da-f]{32}:[\da-f]{64}$/);
    expect(await storedPassword()).not.toBe(first);
    expect((await ask('PATCH', '/accounts/1', { password: 'short' })).status).toBe(400);
  });

  test('a listing belongs to the account that creates it', async () => {
    const refused = await ask('POST', '/listings', { title: 'Bike' });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const state = { accountId: 1 };
    expect((await ask('POST', '/listings', { title: 'Bike', owner: 7 }, state)).status).toBe(400);
    expect((await ask('POST', '/listings', { title: 'Bike' }, state)).status).toBe(201);
    const owner = await api.handle({ method: 'GET', path: '/listings/1/owner', state: {} });
    expect(bodyOf(owner)).toMatchObject({ id: 1, name: 'ann' });
  });

  test('a listing that is sold does not change any more', async () => {
    const state = { accountId: 1 };
    await ask('POST', '/listings', { title: 'Bike', sold: true }, state);
    const refused = await ask('PATCH', '/listings/1', { title: 'Car' }, state);
    expect([refused.status, bodyOf(refused)]).toMatchObject([
      409,
      { code: 'already_sold', detail: 'Listing 1 was sold.' },
    ]);
    const { paths } = openApiDocument(api);
    expect(Object.keys(paths?.['/listings/{id}']?.patch?.responses ?? {})).toEqual(
      expect.arrayContaining(['401', '409']),
    );
  });
});

test('Soft delete: the row is hidden and stays, with its unique value', async () => {
  const { Letter } = recipe('Soft delete') as Letters;
  const dataSource = await opening(Letter);
  const api = createApi(dataSource, { logger: new ServerLog() });
  const create = () =>
    api.handle({ method: 'POST', path: '/letters', headers: jsonType, body: { subject: 'Hi' } });
  expect(bodyOf(await create())).toMatchObject({ id: 1, deletedAt: null });
  expect((await api.handle({ method: 'DELETE', path: '/letters/1' })).status).toBe(204);
  expect((await api.handle({ method: 'GET', path: '/letters/1' })).status).toBe(404);
  expect(bodyOf(await api.handle({ method: 'GET', path: '/letters' }))).toMatchObject({ total_count: 0 });
  expect(await dataSource.getRepository(Letter).count({ withDeleted: true })).toBe(1);
  expect((await create()).status).toBe(409);
});

const jsonType = { 'content-type': 'application/json' };

test('A handler of your own: documented by the API, answered by the application', async () => {
  const { Report, appWithReports } = recipe('A handler of your own') as Reports;
  const app = appWithReports(createApi(await opening(Report), { logger: new ServerLog() }));
  expect(json(await exchange(app, '/reports/7'))).toEqual({ id: 7, title: 'Made to order', edges: {} });
  expect((await exchange(app, '/openapi.json')).text).toContain('"/reports/{id}"');
  expect((await exchange(app, '/reports')).status).toBe(404);
});

test('snake_case: names on the wire, whatever those of the columns', async () => {
  const { Person, snakeCaseApi } = recipe('snake_case') as People;
  const dataSource = await opening(Person);
  await dataSource.getRepository(Person).insert([{ firstName: 'Bo' }, { firstName: 'Al' }]);
  const listed = await snakeCaseApi(dataSource).handle({
    method: 'GET',
    path: '/people',
    query: 'sort=first_name',
  });
  expect(bodyOf(listed)).toMatchObject({ content: [{ first_name: 'Al' }, { first_name: 'Bo' }] });
});

test('An existing database: tables of a migration, names of its own', async () => {
  const { dataSource, api } = await (recipe('An existing database') as Books).openBooks();
  opened.push(dataSource);
  const create = (path: string, body: Record<string, string | number>) =>
    api.handle({ method: 'POST', path, headers: jsonType, body });
  expect((await create('/customers', { name: 'Ann' })).status).toBe(201);
  expect(bodyOf(await create('/invoices', { amount: '12.50', customer: 1 }))).toMatchObject({
    amount: '12.50',
  });
  expect(bodyOf(await api.handle({ method: 'GET', path: '/invoices/1/customer' }))).toMatchObject({
    name: 'Ann',
  });
});

test('A database that comes later: 503 until it is there, then all is served', async () => {
  const { earlyApp } = recipe('A database that comes later') as Early;
  const { Letter } = recipe('Soft delete') as Letters;
  // No database can be below a file.
  const inTheWay = join(folder, 'later');
  writeFileSync(inTheWay, '');
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const database = join(inTheWay, 'letters.sqlite');
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database,
    entities: [Letter],
    synchronize: true,
  });
  const app = earlyApp(dataSource);
  expect((await exchange(app, '/api/health/live')).status).toBe(200);
  expect((await exchange(app, '/api/letters')).status).toBe(503);
  while (told.mock.calls.length === 0) await new Promise((wake) => setTimeout(wake, 10));
  rmSync(inTheWay);
  while ((await exchange(app, '/api/health/ready')).status !== 200)
    await new Promise((wake) => setTimeout(wake, 100));
  opened.push(dataSource);
  expect((await exchange(app, '/api/letters')).status).toBe(200);
  told.mockRestore();
});
