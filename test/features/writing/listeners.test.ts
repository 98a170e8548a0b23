// TypeORM's listeners and subscribers: they fire, and what they write is kept or undone with the write.
import { AuditEntry } from '../../../examples/kitchensink/src/audit-entry.js';
import { festival } from '../../support/fixtures/festival.js';
import { newsroom, told } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

const address = { street: 'Quay 1', city: 'Port', postcode: null };
const newFestival = { name: 'New Fest', startsOn: '2028-01-01', address };

forEachMount(festival, (stage) => {
  describe('listeners and subscribers', () => {
    const ticket = { category: 'DAY', price: '45.50', festival: 2 };
    const deeds = async () =>
      (await stage.dataSource.getRepository(AuditEntry).find({ order: { id: 'ASC' } })).map(
        ({ deed }) => deed,
      );

    test('@BeforeInsert fires', async () => {
      expect((await stage.client.post('/festivals', newFestival)).json).toMatchObject({ slug: 'new-fest' });
      expect((await stage.client.post('/tickets', ticket)).json).toMatchObject({ code: 'DAY-4550' });
    });

    test('@BeforeUpdate fires, and what it writes is kept', async () => {
      expect((await stage.client.patch('/tickets/1', { price: '99.00' })).json).toMatchObject({ changes: 1 });
    });

    test('a subscriber hears of inserts, updates and deletes', async () => {
      const before = (await deeds()).length;
      await stage.client.post('/tickets', ticket);
      await stage.client.patch('/tickets/1', { price: '99.00' });
      await stage.client.delete('/tickets/1');
      expect((await deeds()).slice(before)).toEqual([
        'ticket DAY-4550 sold',
        'ticket changed',
        'ticket returned',
      ]);
    });

    test('what fails leaves no trace of what a subscriber wrote', async () => {
      await stage.client.post('/tickets', ticket);
      const before = await deeds();
      expectProblem(await stage.client.post('/tickets', ticket), 409, 'already_exists');
      expect(await deeds()).toEqual(before);
    });
  });
});

forEachDatabase(newsroom, (stage) => {
  describe('listeners and subscribers', () => {
    test('what a listener sets is stored and returned', async () => {
      const made = await stage.client.post('/articles', { title: 'Big News', author: 2 });
      expect(made.json).toMatchObject({ slug: 'big-news', edges: { author: { name: 'Ben' } } });
      const changed = await stage.client.patch('/articles/1', { title: 'Small News' });
      expect(changed.json).toMatchObject({ slug: 'small-news', edges: { author: { name: 'Ben' } } });
      expect(told).toEqual(['inserted 1 big-news']);
    });

    test('subscribers of a class hear of that class only', async () => {
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
});
