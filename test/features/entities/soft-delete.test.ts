// A column with the date of deletion: the row stays in its table and is hidden everywhere.
import { Festival } from '../../../examples/kitchensink/src/festival.js';
import { valuesOf } from '../../support/collection.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachMount(festival, (stage) => {
  const refusedKeys = async (method: 'POST' | 'PATCH', target: string, body: object) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('soft delete', () => {
    test('a deleted row is hidden everywhere', async () => {
      expect(valuesOf(await stage.client.get('/festivals'), 'id')).toEqual([2, 1]);
      expectProblem(await stage.client.get('/festivals/3'), 404, 'not_found');
      expectProblem(await stage.client.patch('/festivals/3', { days: 1 }), 404, 'not_found');
      expectProblem(await stage.client.delete('/festivals/3'), 404, 'not_found');
      const ticket = { category: 'DAY', price: '1.00', festival: 3 };
      expect(await refusedKeys('POST', '/tickets', ticket)).toEqual(['/festival']);
    });

    test('DELETE sets the date and keeps the row', async () => {
      expect((await stage.client.delete('/festivals/2')).status).toBe(204);
      expectProblem(await stage.client.get('/festivals/2'), 404, 'not_found');
      const row = await stage.dataSource
        .getRepository(Festival)
        .findOne({ where: { id: 2 }, withDeleted: true });
      expect(row?.deletedAt).toBeInstanceOf(Date);
    });

    test('an edge to a deleted row leads nowhere', async () => {
      await stage.client.delete('/festivals/1');
      const { json } = await stage.client.get(`/stages/${stages.main}`);
      expect(json).toMatchObject({ edges: { festival: null } });
      expectProblem(await stage.client.get(`/stages/${stages.main}/festival`), 404, 'not_found');
      expect((await stage.client.get('/stages?has.festival=true')).json).toMatchObject({ total_count: 1 });
    });
  });
});

forEachDatabase(newsroom, (stage) => {
  describe('soft delete', () => {
    test('hides the row everywhere and keeps it', async () => {
      await stage.client.post('/articles', { title: 'A', author: 1 });
      expect((await stage.client.delete('/authors/1')).status).toBe(204);
      expectProblem(await stage.client.get('/authors/1'), 404, 'not_found');
      expectProblem(await stage.client.delete('/authors/1'), 404, 'not_found');
      expectProblem(await stage.client.get('/authors/1/articles'), 404, 'not_found');
      expectProblem(await stage.client.get('/articles/1/author'), 404, 'not_found');
      expect((await stage.client.get('/articles/1')).json).toMatchObject({ edges: { author: null } });
      expect(valuesOf(await stage.client.get('/articles?has.author=true'), 'id')).toEqual([]);
      expect(valuesOf(await stage.client.get('/articles?author.null=true'), 'id')).toEqual([1]);
      const refused = await stage.client.post('/articles', { title: 'B', author: 1 });
      expect(places(expectProblem(refused, 400, 'invalid_request'))).toEqual(['/author']);
      const [{ count } = { count: 0 }] = await stage.dataSource.query<{ count: number | string }[]>(
        'select count(*) as count from author',
      );
      expect(Number(count)).toBe(2);
    });
  });
});
