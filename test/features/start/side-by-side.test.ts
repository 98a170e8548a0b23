// Several APIs over the same entity classes in one process: each is as it would be alone, and nothing given is changed.
import { createApi, type Api, type ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type { DataSource } from 'typeorm';
import { Author, Book, Country, Profile, Tag } from '../../support/fixtures/library-entities.js';
import { library } from '../../support/fixtures/library.js';
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
