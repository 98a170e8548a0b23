// Controllers of routing-controllers: conditions of their own methods, and of those that are overridden.
import { createApi } from '@decorest/core';
import { RestController, restControllers, type RestRequest } from '@decorest/koa/routing-controllers';
import Koa from 'koa';
import { getMetadataArgsStorage, JsonController, useKoaServer } from 'routing-controllers';
import { exchange } from '../../support/raw-exchange.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';
import { fixture, Folder, Sheet } from './entities.js';

let database: TestDatabase;
let app: Koa;

beforeAll(async () => {
  database = await openDatabase('sqlite', fixture.entities);
  await fixture.fill(database.dataSource);
  getMetadataArgsStorage().reset();
  const api = createApi(database.dataSource);
  @JsonController()
  class Sheets extends RestController(api, Sheet) {
    override async read(request: RestRequest) {
      const sheet = await super.read(request);
      return { ...sheet, title: sheet.title.toUpperCase() };
    }
  }
  @JsonController()
  class Folders extends RestController(api, Folder) {}
  app = useKoaServer(new Koa().use(restControllers(api)), {
    controllers: [Sheets, Folders],
    development: false,
  });
});
afterAll(() => database.close());

test('the API’s own answer can be 304', async () => {
  const { etag = '' } = (await exchange(app, '/folders/1')).headers;
  const answer = await exchange(app, { path: '/folders/1', headers: { 'if-none-match': etag } });
  expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
  expect(answer.headers['content-type']).toBeUndefined();
});

test.each(['GET', 'HEAD'])('an override always gets the entity: %s', async (method) => {
  const { etag = '' } = (await exchange(app, '/sheets/1')).headers;
  const answer = await exchange(app, { method, path: '/sheets/1', headers: { 'if-none-match': etag } });
  expect([answer.status, answer.headers.etag]).toEqual([200, etag]);
  if (method === 'GET') expect(JSON.parse(answer.text)).toMatchObject({ title: 'ONE' });
});

test('writes are conditional all the same', async () => {
  const headers = { 'content-type': 'application/json', 'if-none-match': '"1"' };
  const answer = await exchange(app, { method: 'PATCH', path: '/sheets/1', headers, body: '{"title":"x"}' });
  expect(answer.status).toBe(412);
});
