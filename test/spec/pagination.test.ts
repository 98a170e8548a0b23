// The section "Pagination" of the specification, 1 and 2.
import { contentOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { operationIn } from '../support/document-parts.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';

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
  });
});
