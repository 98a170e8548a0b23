// Primary keys of several columns, as clients create and list them. What ids look like is in composite-keys.test.ts.
import { contentOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { routesIn, schemaIn } from '../../support/document-parts.js';
import { festival } from '../../support/fixtures/festival.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

forEachMount(festival, (stage) => {
  const document = () => DirectClient.of(stage.dataSource, stage.options).document;

  describe('a composite primary key', () => {
    test('has all operations, and the document says what its id is', () => {
      expect(routesIn(document()).filter((route) => route.includes('/reviews'))).toEqual([
        'GET /reviews',
        'POST /reviews',
        'GET /reviews/{id}',
        'PATCH /reviews/{id}',
        'DELETE /reviews/{id}',
      ]);
      expect(schemaIn(document(), 'Review')?.description).toMatch(
        /`visitorId`, `performanceId`, joined by commas/,
      );
    });

    test('lists in the order of the key', async () => {
      const rows = contentOf(await stage.client.get('/reviews'));
      expect(rows.map(({ visitorId, stars }) => [visitorId, stars])).toEqual([
        [1, 5],
        [2, 2],
      ]);
      expect(valuesOf(await stage.client.get('/reviews?sort=stars'), 'stars')).toEqual([2, 5]);
    });

    test('creates, and a taken key is 409', async () => {
      const review = { visitorId: 3, performanceId: 1, stars: 4 };
      expect((await stage.client.post('/reviews', review)).json).toEqual({ ...review, text: '', edges: {} });
      expectProblem(await stage.client.post('/reviews', review), 409, 'already_exists');
    });
  });
});

forEachDatabase(newsroom, (stage) => {
  describe('a composite key', () => {
    test('is given on create, and taken once', async () => {
      const made = await stage.client.post('/lines', { page: 2, number: 1, text: 'b' });
      expect(made.status).toBe(201);
      await stage.client.post('/lines', { page: 1, number: 2, text: 'a' });
      expect(valuesOf(await stage.client.get('/lines'), 'text')).toEqual(['a', 'b']);
      expectProblem(
        await stage.client.post('/lines', { page: 1, number: 2, text: 'c' }),
        409,
        'already_exists',
      );
      expectProblem(await stage.client.get('/lines/1'), 404, 'not_found');
    });
  });
});
