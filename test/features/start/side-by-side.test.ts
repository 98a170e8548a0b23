// Several APIs over the same entity classes in one process: each is as it would be alone, and nothing given is changed.
import { createApi, SchemaError, type Api, type ApiOptions } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { openApiDocument } from '@decorest/openapi';
import Koa from 'koa';
import { DataSource } from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { operationIn } from '../../support/document-parts.js';
import { chips, festival } from '../../support/fixtures/festival.js';
import { Author, Book, Country, Profile, Tag } from '../../support/fixtures/library-entities.js';
import { library } from '../../support/fixtures/library.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { exchange } from '../../support/raw-exchange.js';
import { bareDataSource } from '../../support/schema-mistakes.js';

const quiet = { error: () => undefined, warn: () => undefined };

/** Options that differ in everything that options can change. */
const apart: readonly ApiOptions[] = [
  { logger: quiet },
  {
    logger: quiet,
    naming: 'snake_case',
    defaultEagerLoad: true,
    eagerLoadLimit: 7,
    disableEagerLoadNonPagedOpt: true,
    minItemsPerPage: 2,
    itemsPerPage: 3,
    maxItemsPerPage: 4,
    allowClientIDs: true,
    defaultFilterID: true,
    addEdgesToTags: true,
    strictMutate: false,
    listNotFound: true,
    limits: { filters: 3 },
  },
  {
    logger: quiet,
    disablePagination: true,
    disableEagerLoadedEndpoints: true,
    unpagedLimit: 5,
    defaultOperations: ['read', 'list'],
    paths: { Book: 'volumes' },
  },
];

let dataSource: DataSource;
beforeAll(async () => {
  dataSource = await bareDataSource([Author, Profile, Book, Tag, Country]);
  await dataSource.synchronize();
  await library.fill(dataSource);
});
afterAll(() => dataSource.destroy());

test('each has the model, the document and the answers it would have alone', async () => {
  const alone = [];
  for (const options of apart) alone.push(await portrait(createApi(dataSource, options)));
  const together = await Promise.all(apart.map((options) => createApi(dataSource, options)).map(portrait));
  expect(together).toEqual(alone);
  expect(new Set(alone.map(({ document }) => document)).size).toBe(apart.length);
});

test('options may be frozen, and stay as they are', () => {
  const before = JSON.stringify(apart);
  for (const options of apart) createApi(dataSource, deepFrozen(options));
  expect(JSON.stringify(apart)).toBe(before);
});

test('the model is frozen, so that none can change what another has', () => {
  const { model } = createApi(dataSource);
  for (const part of [
    model,
    model.entities,
    ...model.entities,
    ...model.entities.map(({ fields }) => fields),
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

onEachDatabase(festival, (stage) => {
  describe('annotations of a base class', () => {
    test('are handed down', async () => {
      expect((await stage.client.get('/festivals?sort=createdAt')).status).toBe(200);
      expect((await stage.client.get('/bands?sort=-name')).status).toBe(200);
      expect(operationIn(stage.client.document, 'GET /solo-artists')?.query).toContain('name.ihas');
    });
  });

  test('two APIs with other options over the same entities do not affect each other', async () => {
    const other = DirectClient.of(stage.database.dataSource, { naming: 'snake_case' });
    expect(entityOf(await other.get('/festivals/1'))).toHaveProperty('starts_on');
    expect(contentOf(await stage.client.get('/festivals'))[0]).toHaveProperty('startsOn');
    expect((await stage.client.get(`/wristbands/${chips.spare}`)).status).toBe(200);
  });

  test('a router serves any of them', async () => {
    const app = new Koa();
    app.use(restRouter(stage.client.api, { prefix: '/v1' }).routes());
    expect((await exchange(app, '/v1/festivals/1')).status).toBe(200);
  });
});

onEachDatabase(petstore, (stage) => {
  describe('createApi', () => {
    test('an uninitialised data source is a SchemaError that says so', () => {
      const idle = new DataSource({ type: 'better-sqlite3', database: ':memory:' });
      expect(() => createApi(idle)).toThrow(SchemaError);
      expect(() => createApi(idle)).toThrow(/initiali[sz]e/);
    });

    test('the model is frozen, and printable as JSON', () => {
      const { model } = stage.client.api;
      expect([Object.isFrozen(model), Object.isFrozen(model.entities[0]?.fields)]).toEqual([true, true]);
      expect(JSON.parse(JSON.stringify(model))).toMatchObject({
        entities: [{ name: 'User' }, { name: 'Pet' }],
      });
    });
  });
});

/** All that can be seen of an API. */
async function portrait(api: Api) {
  const answers = [];
  for (const path of [
    '/authors',
    '/authors/1',
    '/authors/1/books',
    '/books',
    '/volumes',
    '/tags',
    '/profiles/1',
  ]) {
    const { status, body } = await api.handle({
      method: 'GET',
      path,
      query: '',
      headers: { 'x-request-id': 'x' },
    });
    answers.push([path, status, body]);
  }
  return { model: JSON.stringify(api.model), document: JSON.stringify(openApiDocument(api)), answers };
}

function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFrozen(member as object);
  }
  return Object.freeze(value);
}
