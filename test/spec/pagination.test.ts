// Spec: "Pagination", 1 and 2, and section 7 of the contract: bounds, arrays, headers, pages past the last.
import { contentOf, valuesOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { operationIn } from '../support/document-parts.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';

import { expectProblem } from '../support/problem.js';

onEachDatabase(petstore, (stage) => {
  const { options } = petstore;

  describe('Pagination', () => {
    test('1. paginated collections use the envelope, by default', async () => {
      expect((await stage.client.get('/pets')).json).toMatchObject({
        page: 1,
        content: [{}, {}, {}, {}, {}],
      });
    });

    test('1. disablePagination makes lists plain arrays', async () => {
      const client = DirectClient.of(stage.database.dataSource, { ...options, disablePagination: true });
      const answer = await client.get('/pets');
      expect(answer.json).toHaveLength(5);
      expect(answer.headers['x-total-count']).toBe('5');
      expect((await client.get('/pets?page=1')).status).toBe(400);
    });

    test('2. the defaults are 10 items, from 1 to 100', () => {
      const { document } = stage.client;
      const perPage = operationIn(document, 'GET /pets')?.parameter('per_page');
      expect(perPage?.schema).toMatchObject({ minimum: 1, maximum: 100, default: 10 });
    });

    test.each([
      'per_page=0',
      'per_page=101',
      'per_page=x',
      'per_page=1.5',
      'page=0',
      'page=-1',
      'page=01',
      'page=',
    ])('%s is 400, never clamped', async (query) => {
      expectProblem(await stage.client.get(`/pets?${query}`), 400, 'invalid_request');
    });

    test('a page past the last is 400, but the first always exists', async () => {
      expectProblem(await stage.client.get('/pets?page=2'), 400, 'invalid_request');
      expect((await stage.client.get('/pets?name.eq=nobody')).status).toBe(200);
    });

    test('the pages of a walk hold each entity once', async () => {
      const pages = [1, 2, 3].map((page) => stage.client.get(`/pets?per_page=2&page=${String(page)}`));
      const ids = (await Promise.all(pages)).flatMap((page) => valuesOf(page, 'id'));
      expect(ids).toEqual([1, 2, 3, 4, 5]);
    });

    test('X-Total-Count and Link: first, prev, next and last', async () => {
      const { headers } = await stage.client.get('/pets?per_page=2&page=2&age.gt=0');
      expect(headers['x-total-count']).toBe('5');
      for (const [relation, page] of [
        ['first', 1],
        ['prev', 1],
        ['next', 3],
        ['last', 3],
      ]) {
        const target = (headers.link ?? '')
          .split(', ')
          .find((link) => link.endsWith(`rel="${String(relation)}"`));
        expect(target).toMatch(new RegExp(`[?&]page=${String(page)}[&>]`));
        expect(target).toContain('age.gt=0');
      }
    });

    test('listNotFound makes an empty list a 404', async () => {
      const client = DirectClient.of(stage.database.dataSource, { ...options, listNotFound: true });
      expect((await client.get('/pets?name.eq=nobody')).status).toBe(404);
      expect((await client.get('/pets')).status).toBe(200);
    });
  });
});

onEachDatabase(festival, (stage) => {
  describe('Pagination', () => {
    test('1. @Pagination turns it back on per schema or edge, and off', async () => {
      expect((await stage.client.get('/genres')).json).toHaveLength(3);
      expect((await stage.client.get('/genres/rock/children')).json).toMatchObject({ page: 1 });
    });

    test('1. @Pagination counts where it is disabled globally', async () => {
      const client = DirectClient.of(stage.database.dataSource, {
        ...festival.options,
        disablePagination: true,
      });
      expect((await client.get('/visitors')).json).toHaveLength(3);
      expect((await client.get('/genres/rock/children')).json).toMatchObject({ page: 1 });
    });

    test('2. bounds of the class', async () => {
      expect(contentOf(await stage.client.get('/stages'))).toHaveLength(3);
      const statuses = [1, 2, 4, 5].map(
        async (items) => (await stage.client.get(`/stages?per_page=${String(items)}`)).status,
      );
      expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400]);
    });

    test('2. bounds of the edge win over those of its target', async () => {
      const played = `/stages/${stages.main}/performances`;
      expect(contentOf(await stage.client.get(played))).toHaveLength(1);
      expect((await stage.client.get(`${played}?per_page=3`)).status).toBe(400);
    });

    test('2. bounds of the options', () => {
      const { document } = stage.client;
      const perPage = operationIn(document, 'GET /visitors')?.parameter('per_page');
      expect(perPage?.schema).toMatchObject({ minimum: 1, maximum: 50, default: 5 });
    });

    test('a plain array stops at unpagedLimit', async () => {
      const client = DirectClient.of(stage.database.dataSource, { ...festival.options, unpagedLimit: 2 });
      const answer = await client.get('/genres');
      expect(answer.json).toHaveLength(2);
      expect(answer.headers['x-total-count']).toBe('3');
    });
  });
});
