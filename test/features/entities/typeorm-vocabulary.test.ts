// What TypeORM's own decorators mean in the API: embedded columns, inheritance, listeners, dates, versions, soft delete,
// composite keys.
import { forEachDatabase } from '../../support/for-each-database.js';
import { newsroom, told } from '../../support/fixtures/newsroom.js';
import { expectProblem, places } from '../../support/problem.js';
import { valuesOf } from '../../support/collection.js';

forEachDatabase(newsroom, (stage) => {
  describe('embedded columns', () => {
    test('are one nested object', async () => {
      expect((await stage.client.get('/authors/1')).json).toEqual({
        id: 1,
        name: 'Ada',
        deletedAt: null,
        address: { city: 'Rome', zip: 100 },
        edges: {},
      });
    });

    test('are written as an object, each of its keys by itself on update', async () => {
      const made = await stage.client.post('/authors', { name: 'Cy', address: { city: 'Bonn', zip: 5 } });
      expect(made.json).toMatchObject({ id: 3, address: { city: 'Bonn', zip: 5 } });
      const changed = await stage.client.patch('/authors/3', { address: { zip: null } });
      expect(changed.json).toMatchObject({ address: { city: 'Bonn', zip: null } });
    });

    test('have their faults at the place inside the object', async () => {
      const wrong = { name: 'Cy', address: { city: 'B', zip: 1_000_000, doorCode: 'x' } };
      const faults = expectProblem(await stage.client.post('/authors', wrong), 400, 'invalid_request');
      expect(places(faults).sort()).toEqual(
        expect.arrayContaining(['/address/city', '/address/doorCode', '/address/zip']),
      );
      expect(
        places(expectProblem(await stage.client.post('/authors', { name: 'C' }), 400, 'invalid_request')),
      ).toEqual(['/address']);
    });

    test('are filtered and sorted by their path', async () => {
      expect(valuesOf(await stage.client.get('/authors?address.city.eq=Oslo'), 'name')).toEqual(['Ben']);
      expect(valuesOf(await stage.client.get('/authors?sort=address.city'), 'name')).toEqual(['Ben', 'Ada']);
    });
  });

  describe('single-table inheritance', () => {
    beforeEach(async () => {
      await stage.client.post('/articles', { title: 'News' });
      await stage.client.post('/reviews', { title: 'Film', stars: 4 });
      await stage.client.post('/interviews', { title: 'Talk', guest: 'Eve', author: 1 });
    });

    test('the parent lists all, with the discriminator', async () => {
      const answer = await stage.client.get('/articles');
      expect(valuesOf(answer, 'kind')).toEqual(['Article', 'Review', 'Interview']);
    });

    test('each child class is a resource of its own', async () => {
      expect(valuesOf(await stage.client.get('/reviews'), 'title')).toEqual(['Film']);
      expect((await stage.client.get('/reviews/2')).json).toMatchObject({ kind: 'Review', stars: 4 });
      expectProblem(await stage.client.get('/reviews/3'), 404, 'not_found');
      expectProblem(await stage.client.patch('/reviews/3', { title: 'x' }), 404, 'not_found');
      expectProblem(await stage.client.delete('/reviews/3'), 404, 'not_found');
      expect((await stage.client.get('/interviews/3/author')).json).toMatchObject({ name: 'Ada' });
    });
  });

  describe('listeners and subscribers', () => {
    test('what a listener sets is stored and returned', async () => {
      const made = await stage.client.post('/articles', { title: 'Big News', author: 2 });
      expect(made.json).toMatchObject({ slug: 'big-news', edges: { author: { name: 'Ben' } } });
      const changed = await stage.client.patch('/articles/1', { title: 'Small News' });
      expect(changed.json).toMatchObject({ slug: 'small-news', edges: { author: { name: 'Ben' } } });
      expect(told).toEqual(['inserted 1 big-news']);
    });

    test('subscribers of a class are told of it alone', async () => {
      await stage.client.post('/articles', { title: 'A' });
      await stage.client.post('/reviews', { title: 'B' });
      await stage.client.patch('/reviews/2', { title: 'C' });
      expect(told).toEqual([
        'inserted 1 a',
        'subscriber: inserting B',
        'inserted 2 b',
        'subscriber: updating B to C',
      ]);
    });

    test('followed writes at once are transactions of their own', async () => {
      await stage.client.post('/articles', { title: 'keep me' });
      const titles = Array.from({ length: 10 }, (_, at) => `Title ${String(at)}`);
      const refused = stage.client.delete('/articles/1').catch(() => 'refused');
      const answers = await Promise.all(titles.map((title) => stage.client.post('/articles', { title })));
      expect(await refused).toBe('refused');
      expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 201));
      expect((await stage.client.get('/articles?per_page=50')).json).toMatchObject({ total_count: 11 });
    });

    test('a listener that throws undoes the write', async () => {
      await stage.client.post('/articles', { title: 'keep me' });
      await expect(stage.client.delete('/articles/1')).rejects.toThrow('internal_error');
      expect((await stage.client.get('/articles/1')).status).toBe(200);
    });
  });

  describe('dates and versions', () => {
    test('are the server’s: read-only, and in step with updates', async () => {
      await stage.client.post('/articles', { title: 'A' });
      const refused = await stage.client.patch('/articles/1', {
        version: 7,
        createdAt: '2020-01-01T00:00:00.000Z',
      });
      expect(places(expectProblem(refused, 400, 'invalid_request')).sort()).toEqual([
        '/createdAt',
        '/version',
      ]);
      const changed = await stage.client.patch('/articles/1', { title: 'B' });
      expect(changed.json).toMatchObject({ version: 2 });
      expect((await stage.client.patch('/articles/1', {})).json).toMatchObject({ version: 2 });
    });

    test('an instant filters for itself, whoever wrote it', async () => {
      const made = await stage.client.post('/articles', { title: 'A' });
      const { createdAt } = made.json as { createdAt: string };
      expect(valuesOf(await stage.client.get(`/articles?createdAt.eq=${createdAt}`), 'id')).toEqual([1]);
      expect(valuesOf(await stage.client.get('/articles?createdAt.gt=2020-01-01T00:00:00Z'), 'id')).toEqual([
        1,
      ]);
    });
  });

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
