// Every option of `createApi`: its default, its meaning, and the values it refuses.
import { createApi, SchemaError, type ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { operationIn, propertyIn, routesIn } from '../../support/document-parts.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { petstore, userJson } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { textOf } from '../../support/answer-text.js';

const quiet = { error: () => undefined, warn: () => undefined };

onEachDatabase(festival, (stage) => {
  const withOptions = (options: ApiOptions) => DirectClient.of(stage.database.dataSource, options);
  const defaults = () => withOptions({});

  describe('Global options', () => {
    test('defaultEagerLoad: false, or all edges are eager', async () => {
      expect((await defaults().get('/visitors/1')).json).not.toHaveProperty('edges.friends');
      const { json } = await withOptions({ defaultEagerLoad: true }).get('/visitors/1');
      expect(json).toMatchObject({
        edges: { friends: [{ id: 2, edges: {} }], tickets: [{}, {}], friendOf: [] },
      });
    });

    test('eagerLoadLimit: per edge and per parent, -1 = none', async () => {
      const one = withOptions({ eagerLoadLimit: 1, defaultEagerLoad: true });
      expect((await one.get('/visitors/1')).json).toMatchObject({
        edges: { tickets: [{ id: 1 }] },
        truncated_edges: ['tickets'],
      });
      const none = withOptions({ eagerLoadLimit: -1, defaultEagerLoad: true });
      expect((await none.get('/visitors/1')).json).not.toHaveProperty('truncated_edges');
    });

    test('disableEagerLoadNonPagedOpt: keeps the pages of eager-loaded edges', () => {
      const query = (options: ApiOptions) =>
        operationIn(withOptions(options).document, 'GET /festivals/{id}/stages')?.query ?? [];
      expect(query({})).not.toContain('page');
      expect(query({ disableEagerLoadNonPagedOpt: true })).toContain('page');
    });

    test('disableEagerLoadedEndpoints: none, unless @EdgeEndpoint(true)', () => {
      const routes = (options: ApiOptions) => routesIn(withOptions(options).document);
      const edge = 'GET /festivals/{id}/stages';
      expect(routes({})).toContain(edge);
      expect(routes({ disableEagerLoadedEndpoints: true })).not.toContain(edge);
      expect(routes({ disableEagerLoadedEndpoints: true })).toContain('GET /stages/{id}/festival');
    });

    test('disablePagination: plain arrays, unless @Pagination()', async () => {
      const client = withOptions({ disablePagination: true });
      expect((await client.get('/visitors')).json).toHaveLength(3);
      expect((await client.get('/genres/rock/children')).json).toMatchObject({ page: 1 });
    });

    test.each([
      [{}, { minimum: 1, maximum: 100, default: 10 }],
      [
        { minItemsPerPage: 2, itemsPerPage: 3, maxItemsPerPage: 7 },
        { minimum: 2, maximum: 7, default: 3 },
      ],
    ])('minItemsPerPage, itemsPerPage and maxItemsPerPage: %j', (options, schema) => {
      const { document } = withOptions(options);
      expect(operationIn(document, 'GET /visitors')?.parameter('per_page').schema).toMatchObject(schema);
    });

    test('unpagedLimit: the most rows of a plain array, -1 = none', async () => {
      expect((await withOptions({ unpagedLimit: 2 }).get('/genres')).json).toHaveLength(2);
      expect((await withOptions({ unpagedLimit: -1 }).get('/genres')).json).toHaveLength(3);
    });

    test('allowClientIDs: false, or every create takes an id', () => {
      const id = (options: ApiOptions) => propertyIn(withOptions(options).document, 'VisitorCreate', 'id');
      expect(id({})).toBeUndefined();
      expect(id({ allowClientIDs: true })).toMatchObject({ type: 'integer' });
    });

    test('defaultOperations: all five, or those given; an empty list is an error', () => {
      const { document } = withOptions({ defaultOperations: ['list'] });
      const routes = routesIn(document).filter((route) => !route.includes('{id}'));
      expect(routes.filter((route) => route.startsWith('POST'))).toEqual(['POST /wristbands']);
      expect(() => withOptions({ defaultOperations: [] })).toThrow(SchemaError);
    });

    test('defaultFilterID: false, or the id has eq, neq, in and notIn', async () => {
      expect((await defaults().get('/visitors?id.eq=1')).status).toBe(400);
      const client = withOptions({ defaultFilterID: true });
      expect(valuesOf(await client.get('/visitors?id.notIn=1'), 'id')).toEqual([2, 3]);
      expect(valuesOf(await client.get('/visitors?id.in=1&id.in=3'), 'id')).toEqual([1, 3]);
      expect((await client.get('/visitors?id.gt=1')).status).toBe(400);
    });

    test('addEdgesToTags: eager edges add the tag of their target', () => {
      const tags = (options: ApiOptions) => {
        const { api } = withOptions(options);
        return operationIn(openApiDocument(api, { edgeTags: 'edge' }), 'GET /riders')?.tags;
      };
      expect(tags({})).toEqual(['Rider']);
      expect(tags({ addEdgesToTags: true })).toEqual(['Rider', 'Act']);
    });

    test('strictMutate: true, or unknown keys are ignored', async () => {
      const body = { nosuch: 1 };
      expectProblem(await defaults().patch('/visitors/1', body), 400, 'invalid_request');
      expect((await withOptions({ strictMutate: false }).patch('/visitors/1', body)).status).toBe(200);
    });

    test('listNotFound: false, or an empty list is 404', async () => {
      const nobody = '/visitors?name.eq=nobody';
      expect((await defaults().get(nobody)).status).toBe(200);
      const client = withOptions({ listNotFound: true });
      expectProblem(await client.get(nobody), 404, 'not_found');
      expectProblem(await client.get('/visitors/3/tickets'), 404, 'not_found');
    });

    test("naming: as declared, or 'snake_case' everywhere at once", async () => {
      const client = withOptions({ naming: 'snake_case' });
      const [festivals, performances] = await Promise.all([
        client.get('/festivals?starts_on.gt=2027-07-15&sort=-created_at'),
        client.get(`/stages/${stages.main}/performances?starts_at.null=false`),
      ]);
      expect(valuesOf(festivals, 'starts_on')).toEqual(['2027-08-01']);
      expect(valuesOf(performances, 'starts_at')).toEqual(['21:30:00']);
      expect(entityOf(await client.patch('/festivals/2', { starts_on: '2027-08-02' }))).toMatchObject({
        starts_on: '2027-08-02',
      });
      expect((await client.get('/festivals?startsOn.gt=2027-07-15')).status).toBe(400);
    });

    test('paths: a collection has another path', async () => {
      expect((await defaults().get('/acts')).status).toBe(200);
      expect((await withOptions({ paths: { Act: 'artists' } }).get('/artists')).status).toBe(200);
    });

    test('logger: where failures are written, and what is discouraged', () => {
      const warned: unknown[] = [];
      const logger = {
        error: () => undefined,
        warn: (entry: object, text?: string) => warned.push(entry, text),
      };
      createApi(stage.database.dataSource, { defaultEagerLoad: true, logger });
      expect(JSON.stringify(warned)).toMatch(/eager/i);
    });

    test.each<[string, ApiOptions]>([
      ['no order of bounds', { minItemsPerPage: 5, itemsPerPage: 3 }],
      ['eagerLoadLimit 0', { eagerLoadLimit: 0 }],
      ['eagerLoadLimit -2', { eagerLoadLimit: -2 }],
      ['unpagedLimit 0', { unpagedLimit: 0 }],
    ])('%s is a SchemaError', (_, options) => {
      expect(() => withOptions(options)).toThrow(SchemaError);
    });

    test('the options of the caller are not changed', () => {
      const options = Object.freeze({ limits: Object.freeze({ filters: 3 }) });
      expect(() => createApi(stage.database.dataSource, { ...options, logger: quiet })).not.toThrow();
      expect(options).toEqual({ limits: { filters: 3 } });
    });
  });
});

const naming = 'snake_case';

forEachDatabase({ ...petstore, options: { naming, defaultOperations: ['read', 'list'] } }, (stage) => {
  test('defaultOperations: what is left out is a 405', async () => {
    expect((await stage.client.get('/pets/1')).status).toBe(200);
    const answer = await stage.client.post('/pets', { name: 'x', age: 1, type: 'DOG' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await stage.client.delete('/pets/1')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

forEachDatabase({ ...petstore, options: { naming, paths: { Pet: 'animals' } } }, (stage) => {
  test('paths: a collection has another path, edges keep their names', async () => {
    expect((await stage.client.get('/animals/1')).json).toMatchObject({ name: 'Rex' });
    expect((await stage.client.get('/users/1/pets')).status).toBe(200);
    expectProblem(await stage.client.get('/pets/1'), 404, 'not_found');
    const created = await stage.client.post('/animals', { name: 'x', age: 1, type: 'DOG' });
    expect(created.headers.location).toMatch(/\/animals\/6$/);
  });
});

forEachDatabase(petstoreWith({ minItemsPerPage: 2, itemsPerPage: 3, maxItemsPerPage: 4 }), (stage) => {
  test('minItemsPerPage, itemsPerPage and maxItemsPerPage bound every list', async () => {
    expect(valuesOf(await stage.client.get('/pets'), 'id')).toEqual([1, 2, 3]);
    const statuses = [1, 2, 4, 5].map(
      async (items) => (await stage.client.get(`/pets?per_page=${String(items)}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400]);
  });
});

forEachDatabase(petstoreWith({ disablePagination: true, unpagedLimit: 2 }), (stage) => {
  test('unpagedLimit: an array is truncated there, and its count shows it', async () => {
    const answer = await stage.client.get('/pets');
    expect(valuesOf(answer, 'id')).toEqual([1, 2]);
    expect(answer.headers['x-total-count']).toBe('5');
  });
});

forEachDatabase(petstoreWith({ allowClientIDs: true }), (stage) => {
  test('allowClientIDs: every entity takes an id on create', async () => {
    const answer = await stage.client.post('/pets', { id: 50, name: 'x', age: 1, type: 'DOG' });
    expect(answer.json).toMatchObject({ id: 50 });
    const taken = await stage.client.post('/pets', { id: 1, name: 'x', age: 1, type: 'DOG' });
    expectProblem(taken, 409, 'already_exists');
  });
});

const limits = { listLength: 2, filters: 2, valueLength: 5, bodySize: 100, jsonDepth: 2, offset: 2 };

forEachDatabase(petstoreWith({ limits }), (stage) => {
  test.each([
    ['age.in=1&age.in=2', 'age.in=1&age.in=2&age.in=3'],
    ['age.gt=0&age.lt=9', 'age.gt=0&age.lt=9&type.eq=DOG'],
    ['name.eq=12345', 'name.eq=123456'],
    ['per_page=1&page=3', 'per_page=1&page=4'],
  ])('limits: %s is within, %s is over', async (within, over) => {
    expect((await stage.client.get(`/pets?${within}`)).status).toBe(200);
    stage.statements.clear();
    expectProblem(await stage.client.get(`/pets?${over}`), 400, 'invalid_request');
    expect(stage.statements.texts).toEqual([]);
  });

  test('limits: a body over its size is a 413, and one too deep a 400', async () => {
    expectProblem(
      await stage.client.patch('/pets/1', `{"name":"${'x'.repeat(100)}"}`),
      413,
      'body_too_large',
    );
    expect((await stage.client.patch('/pets/1', '{"name":[[1]]}')).status).toBe(400);
    expect((await stage.client.patch('/users/1', { add_pets: [1, 2, 4] })).status).toBe(400);
    expect(stage.statements.texts).toEqual([]);
  });
});

forEachDatabase(petstore, (stage) => {
  test('two APIs over one data source do not know of each other', async () => {
    const options = Object.freeze({ disablePagination: true });
    const other = createApi(stage.dataSource, options);
    const answer = await other.handle({ method: 'GET', path: '/users/2', query: '', headers: {} });
    expect(JSON.parse(textOf(answer))).toHaveProperty('displayName', 'Ben Okri');
    expect((await stage.client.get('/users/2')).json).toEqual(userJson[2]);
  });
});

function petstoreWith(options: typeof petstore.options): typeof petstore {
  return { ...petstore, options: { naming, ...options } };
}
