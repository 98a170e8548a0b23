// Single-table inheritance: a resource for each child class, and a parent that lists all of them.
import { valuesOf } from '../../support/collection.js';
import { festival, stages } from '../../support/fixtures/festival.js';
import { newsroom } from '../../support/fixtures/newsroom.js';
import { forEachDatabase, forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

forEachMount(festival, (stage) => {
  const refusedKeys = async (method: 'POST' | 'PATCH', target: string, body: object) =>
    places(expectProblem(await stage.client.send(method, target, { body }), 400, 'invalid_request'));

  describe('single-table inheritance', () => {
    test('each child is its own resource, the parent lists all with a discriminator', async () => {
      expect(valuesOf(await stage.client.get('/bands'), 'id')).toEqual([1, 2]);
      expect(valuesOf(await stage.client.get('/solo-artists'), 'id')).toEqual([3]);
      expect(valuesOf(await stage.client.get('/line-up'), 'kind')).toEqual(['BAND', 'BAND', 'SOLO']);
      expectProblem(await stage.client.get('/bands/3'), 404, 'not_found');
      expect((await stage.client.get('/line-up/3')).json).toMatchObject({ name: 'Ida Reed', kind: 'SOLO' });
    });

    test('a child is created, changed and deleted under its own path', async () => {
      const created = await stage.client.post('/bands', { name: 'Trio', members: 3, genres: ['jazz'] });
      expect(created.json).toMatchObject({ id: 4, kind: 'BAND', edges: { genres: [{ id: 'jazz' }] } });
      expect((await stage.client.get('/line-up/4')).status).toBe(200);
      expect((await stage.client.patch('/bands/4', { members: 4 })).json).toMatchObject({ members: 4 });
      expectProblem(await stage.client.patch('/solo-artists/4', { name: 'x' }), 404, 'not_found');
      expectProblem(await stage.client.delete('/solo-artists/4'), 404, 'not_found');
      expect((await stage.client.delete('/bands/4')).status).toBe(204);
    });

    test('the columns of a child are unknown to its siblings', async () => {
      expect(await refusedKeys('POST', '/bands', { name: 'Trio', members: 1, instrument: 'x' })).toEqual([
        '/instrument',
      ]);
    });

    test('an edge to the parent leads to any child', async () => {
      expect((await stage.client.get('/performances/2')).json).toMatchObject({
        edges: { act: { kind: 'SOLO' } },
      });
      const performance = { day: '2027-07-04', stage: stages.main, act: 2 };
      expect((await stage.client.post('/performances', performance)).json).toMatchObject({
        edges: { act: { name: 'Risers', kind: 'BAND' } },
      });
    });

    test('the discriminator cannot be written', async () => {
      expect(await refusedKeys('PATCH', '/bands/1', { kind: 'SOLO' })).toEqual(['/kind']);
    });
  });
});

forEachDatabase(newsroom, (stage) => {
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
});
