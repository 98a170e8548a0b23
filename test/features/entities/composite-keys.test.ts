// Keys of several columns: an id is the texts of its columns, joined by commas, wherever an id is named.
import { hooksFor, notNull, policyFor, type RowPolicy } from '@decorest/core';
import { entityOf, edgesOf, valuesOf, contentOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { conference, Label, Rating, Reply } from '../../support/fixtures/conference.js';
import { forEachDatabase, type Stage } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

async function keysOf(stage: Stage, target: string): Promise<string[]> {
  return contentOf(await stage.client.get(target)).map(
    ({ talkId, visitorId }) => `${String(talkId)},${String(visitorId)}`,
  );
}

forEachDatabase(conference, (stage) => {
  describe('an entity', () => {
    test('is read, changed and deleted by the texts of its key', async () => {
      expect((await stage.client.get('/ratings/1,2')).json).toMatchObject({
        talkId: 1,
        visitorId: 2,
        stars: 3,
      });
      expect((await stage.client.get('/ratings/1%2C2')).json).toMatchObject({ stars: 3 });
      expect((await stage.client.patch('/ratings/1,2', { stars: 4 })).json).toMatchObject({ stars: 4 });
      expect(await keysOf(stage, '/ratings?stars.eq=4')).toEqual(['1,2']);
      expect((await stage.client.delete('/ratings/2,1')).status).toBe(409);
      await stage.client.delete('/replies/3');
      expect((await stage.client.delete('/ratings/2,1')).status).toBe(204);
      expect(await keysOf(stage, '/ratings')).toEqual(['1,1', '1,2']);
    });

    test.each(['1', '1,', ',1', '1,2,3', '1,x', '01,2', '1, 2', '1;2', '9,9', '%', '1,%2', '1,99999999999'])(
      'is not found by %j',
      async (id) => {
        for (const path of [
          `/ratings/${encodeURIComponent(id)}`,
          `/ratings/${id === '%' ? '%25' : id.replace(' ', '%20')}`,
        ]) {
          expectProblem(await stage.client.get(path), 404, 'not_found');
          expectProblem(await stage.client.patch(path, { stars: 1 }), 404, 'not_found');
          expectProblem(await stage.client.delete(path), 404, 'not_found');
        }
      },
    );

    test('is created with its foreign keys, and its address is its key', async () => {
      const made = await stage.client.post('/ratings', { talk: 3, visitor: 2, stars: 1, labels: ['odd'] });
      expect(made.status).toBe(201);
      expect(made.headers.location).toMatch(/\/ratings\/3,2$/);
      expect(made.json).toMatchObject({ talkId: 3, visitorId: 2 });
      expect((await stage.client.get('/ratings/3,2/labels')).json).toMatchObject({
        content: [{ word: 'odd' }],
      });
      expectProblem(
        await stage.client.post('/ratings', { talk: 3, visitor: 2, stars: 1 }),
        409,
        'already_exists',
      );
    });

    test('keeps the edges that its key is made of', async () => {
      const answer = await stage.client.patch('/ratings/1,1', { talk: 3 });
      expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/talk']);
      const taken = await stage.client.patch('/talks/3', { add_ratings: ['1,1'] });
      expect(places(expectProblem(taken, 400, 'invalid_request'))).toEqual(['/add_ratings']);
    });

    test('has texts in its key with commas and percent signs, which its id escapes', async () => {
      const id = '2026-05-01,1%2C2 50%25 off/new';
      expect((await stage.client.get(`/slots/${encodeURIComponent(id)}`)).json).toMatchObject({
        note: 'odd',
      });
      expectProblem(
        await stage.client.get(`/slots/${encodeURIComponent('2026-05-01,1,2 50% off/new')}`),
        404,
        'not_found',
      );
      const escaped = await stage.client.post('/slots', { day: '2026-05-02', room: '%2C' });
      expect(escaped.headers.location).toMatch(/\/2026-05-02,%25252C$/);
      expect((await stage.client.get(String(escaped.headers.location))).json).toMatchObject({ room: '%2C' });
      const made = await stage.client.post('/slots', { day: '2026-05-02', room: 'a,b%c', next: id });
      expect(made.status).toBe(201);
      const { pathname } = new URL(String(made.headers.location), 'http://localhost');
      expect(pathname).toBe('/slots/2026-05-02,a%252Cb%2525c');
      expect((await stage.client.get(pathname)).json).toMatchObject({ room: 'a,b%c' });
      expect((await stage.client.get(`${pathname}/next`)).json).toMatchObject({ note: 'odd' });
      expect((await stage.client.patch(pathname, { next: null })).status).toBe(200);
      expectProblem(await stage.client.get(`${pathname}/next`), 404, 'not_found');
    });
  });

  describe('edges', () => {
    test('lead to it', async () => {
      expect(await keysOf(stage, '/talks/1/ratings')).toEqual(['1,1', '1,2']);
      expect(await keysOf(stage, '/visitors/1/ratings')).toEqual(['1,1', '2,1']);
      expect((await stage.client.get('/replies/1/rating')).json).toMatchObject({ talkId: 1, visitorId: 2 });
      expectProblem(await stage.client.get('/replies/4/rating'), 404, 'not_found');
    });

    test('lead away from it', async () => {
      expect(valuesOf(await stage.client.get('/ratings/1,2/replies'), 'text')).toEqual(['a', 'b']);
      expect(valuesOf(await stage.client.get('/ratings/1,2/labels'), 'word')).toEqual(['new', 'odd']);
      expect((await stage.client.get('/ratings/1,2/talk')).json).toMatchObject({ title: 'A' });
      expect((await stage.client.get('/ratings/1,1/replies')).json).toEqual([]);
      expectProblem(await stage.client.get('/ratings/9,9/replies'), 404, 'not_found');
    });

    test('are eager-loaded to it and from it, in lists and in one', async () => {
      const [first] = contentOf(await stage.client.get('/talks'));
      expect(edgesOf(first ?? {})).toMatchObject({ ratings: [{ visitorId: 1 }, { visitorId: 2 }] });
      const ratings = contentOf(await stage.client.get('/ratings'));
      expect(ratings.map((rating) => (edgesOf(rating).replies as object[]).length)).toEqual([0, 2, 1]);
      expect(edgesOf(entityOf(await stage.client.get('/ratings/2,1')))).toMatchObject({
        replies: [{ text: 'c' }],
      });
      const replies = contentOf(await stage.client.get('/replies'));
      expect(replies.map((reply) => edgesOf(reply).rating)).toMatchObject([
        { stars: 3 },
        { stars: 3 },
        { stars: 3 },
        null,
      ]);
      const labels = contentOf(await stage.client.get('/labels'));
      expect(labels.map((label) => (edgesOf(label).ratings as object[]).length)).toEqual([2, 1]);
    });

    test('are set, added and removed by its ids', async () => {
      expect((await stage.client.post('/replies', { text: 'e', rating: '1,1' })).json).toMatchObject({
        edges: { rating: { talkId: 1, visitorId: 1 } },
      });
      expect((await stage.client.patch('/replies/1', { rating: '2,1' })).status).toBe(200);
      expect(valuesOf(await stage.client.get('/ratings/2,1/replies'), 'text')).toEqual(['a', 'c']);
      expect((await stage.client.patch('/replies/1', { rating: null })).json).toMatchObject({
        edges: { rating: null },
      });
      expect(
        (await stage.client.patch('/ratings/1,1', { add_replies: [1, 4], remove_replies: [5] })).status,
      ).toBe(200);
      expect(valuesOf(await stage.client.get('/ratings/1,1/replies'), 'text')).toEqual(['a', 'd']);
      expect((await stage.client.patch('/ratings/1,1', { replies: [4] })).status).toBe(200);
      expect(valuesOf(await stage.client.get('/ratings/1,1/replies'), 'text')).toEqual(['d']);
      const stolen = await stage.client.patch('/ratings/1,1', { add_replies: [2] });
      expectProblem(stolen, 409, 'edge_conflict');
    });

    test('through a join table are set, added and removed from both sides', async () => {
      expect(
        (await stage.client.patch('/labels/odd', { add_ratings: ['1,1', '2,1'], remove_ratings: ['1,2'] }))
          .status,
      ).toBe(200);
      expect(await keysOf(stage, '/labels/odd/ratings')).toEqual(['1,1', '2,1']);
      expect((await stage.client.patch('/ratings/1,1', { labels: ['odd'] })).status).toBe(200);
      expect(await keysOf(stage, '/labels/new/ratings')).toEqual(['1,2']);
      expect((await stage.client.patch('/ratings/2,1', { labels: [] })).status).toBe(200);
      expect(await keysOf(stage, '/labels/odd/ratings')).toEqual(['1,1']);
      expect((await stage.client.patch('/labels/odd', { add_ratings: ['1,1', '1,1'] })).status).toBe(200);
      expect(await keysOf(stage, '/labels/odd/ratings')).toEqual(['1,1']);
    });

    test('lead nowhere where a part of the foreign key is NULL', async () => {
      const { driver } = stage.dataSource;
      await stage.dataSource.query(
        `UPDATE reply SET ${driver.escape('ratingVisitorId')} = NULL WHERE text = 'a'`,
      );
      expect((await stage.client.get('/replies/1')).json).toMatchObject({ edges: { rating: null } });
      expect(valuesOf(await stage.client.get('/replies?rating.null=true'), 'text')).toEqual(['a', 'd']);
      expect(await keysOf(stage, '/ratings?has.replies=false')).toEqual(['1,1']);
      expect((await stage.client.patch('/ratings/2,1', { add_replies: [1] })).status).toBe(200);
      expect(valuesOf(await stage.client.get('/ratings/2,1/replies'), 'text')).toEqual(['a', 'c']);
    });

    test('of which none are added or removed stay as they are', async () => {
      const nothing = { add_ratings: [], remove_ratings: [] };
      expect((await stage.client.patch('/labels/new', nothing)).status).toBe(200);
      expect(await keysOf(stage, '/labels/new/ratings')).toEqual(['1,1', '1,2']);
    });

    test('to a row that does not exist are a 400 that names the id', async () => {
      const [fault] = expectProblem(
        await stage.client.post('/replies', { text: 'e', rating: '9,9' }),
        400,
        'invalid_request',
      );
      expect(fault).toMatchObject({ pointer: '/rating', code: 'not_found' });
      expect(fault?.detail).toContain('9,9');
      const added = await stage.client.patch('/labels/odd', { add_ratings: ['1,1', '7,1'] });
      expect(expectProblem(added, 400, 'invalid_request')[0]?.detail).toContain('7,1');
      expect(await keysOf(stage, '/labels/odd/ratings')).toEqual(['1,2']);
    });

    test.each(['1', '1,2,3', 'x,1', '1,999999999999', 7, ['1,1']])(
      'with %j for an id are a 400',
      async (id) => {
        const faults = expectProblem(
          await stage.client.post('/replies', { text: 'e', rating: id }),
          400,
          'invalid_request',
        );
        expect(places(faults)).toEqual(['/rating']);
      },
    );
  });

  describe('filters and sorts', () => {
    test('by the id', async () => {
      expect(await keysOf(stage, '/ratings?id.eq=1,2')).toEqual(['1,2']);
      expect(await keysOf(stage, '/ratings?id.neq=1,2')).toEqual(['1,1', '2,1']);
      expect(await keysOf(stage, '/ratings?id.in=1,2&id.in=2,1&id.in=8,8')).toEqual(['1,2', '2,1']);
      expect(await keysOf(stage, '/ratings?id.notIn=1,2&id.notIn=2,1')).toEqual(['1,1']);
      expect(await keysOf(stage, '/ratings?sort=-id')).toEqual(['2,1', '1,2', '1,1']);
      expect(await keysOf(stage, '/ratings?sort=-stars,id')).toEqual(['1,1', '1,2', '2,1']);
      expect(
        places(expectProblem(await stage.client.get('/ratings?id.eq=1'), 400, 'invalid_request')),
      ).toEqual(['id.eq']);
    });

    test('across edges', async () => {
      expect(valuesOf(await stage.client.get('/replies?rating.id.eq=1,2'), 'text')).toEqual(['a', 'b']);
      expect(valuesOf(await stage.client.get('/replies?rating.id.in=2,1&rating.id.in=1,1'), 'text')).toEqual([
        'c',
      ]);
      expect(valuesOf(await stage.client.get('/replies?rating.null=true'), 'text')).toEqual(['d']);
      expect(valuesOf(await stage.client.get('/replies?has.rating=true&sort=-id'), 'text')).toEqual([
        'c',
        'b',
        'a',
      ]);
      expect(
        valuesOf(await stage.client.get('/replies?rating.stars.eq=3&rating.id.neq=2,1'), 'text'),
      ).toEqual(['a', 'b']);
      expect(valuesOf(await stage.client.get('/talks?ratings.id.eq=2,1'), 'title')).toEqual(['B']);
      expect(await keysOf(stage, '/ratings?has.replies=false')).toEqual(['1,1']);
      expect(await keysOf(stage, '/ratings?replies.text.eq=c')).toEqual(['2,1']);
      expect(await keysOf(stage, '/ratings?has.labels=false')).toEqual(['2,1']);
      expect(await keysOf(stage, '/ratings?labels.word.eq=odd&stars.eq=3')).toEqual(['1,2']);
      expect(await keysOf(stage, '/ratings?has.replies=false&has.labels=false&filter_op=or')).toEqual([
        '1,1',
        '2,1',
      ]);
      expect(await keysOf(stage, '/ratings?sort=-replies.count')).toEqual(['1,2', '2,1', '1,1']);
      expect(valuesOf(await stage.client.get('/talks?sort=-ratings.stars.sum'), 'title')).toEqual([
        'A',
        'B',
        'C',
      ]);
      expect(valuesOf(await stage.client.get('/replies?sort=-rating.stars,-id'), 'text')).toEqual([
        'c',
        'b',
        'a',
        'd',
      ]);
    });

    test('page by page, every row is seen once', async () => {
      const seen: string[] = [];
      for (const page of [1, 2, 3])
        seen.push(...(await keysOf(stage, `/ratings?sort=stars&per_page=1&page=${String(page)}`)));
      expect(seen).toEqual(['1,2', '2,1', '1,1']);
    });

    test.each([
      ['/ratings?sort=-stars', ['2,1', '1,2', '1,1']],
      ['/ratings?sort=-visitorId', ['1,2', '2,1', '1,1']],
    ])('GET %s: ties are broken by all of the key', async (target, keys) => {
      expect((await stage.client.patch('/ratings/1,1', { stars: 3 })).status).toBe(200);
      expect(await keysOf(stage, target)).toEqual(keys);
    });
  });

  describe('a column that a foreign key shares with the key', () => {
    test('is given once, and both must agree', async () => {
      const made = await stage.client.post('/tasks', { tenant: 2, number: 5, project: '2,1' });
      expect(made.status).toBe(201);
      expect(made.json).toMatchObject({ tenant: 2, number: 5, projectNumber: 1 });
      const other = await stage.client.patch('/tasks/2,5', { project: '1,1' });
      expect(places(expectProblem(other, 400, 'invalid_request'))).toEqual(['/project']);
      expect((await stage.client.patch('/tasks/2,5', { project: null })).json).toMatchObject({
        tenant: 2,
        projectNumber: null,
      });
      expect((await stage.client.patch('/tasks/2,5', { project: '2,1' })).json).toMatchObject({
        projectNumber: 1,
      });
      expect(valuesOf(await stage.client.get('/projects/2,1/tasks'), 'number')).toEqual([5]);
      expect(valuesOf(await stage.client.get('/projects/1,1/tasks'), 'number')).toEqual([]);
      expect((await stage.client.post('/projects', { tenant: 2, number: 2 })).status).toBe(201);
      const numbers = async (query: string) =>
        valuesOf(await stage.client.get(`/projects?has.tasks=true${query}`), 'number');
      expect(await numbers('')).toEqual([1]);
      expect(await numbers('&id.eq=2,1')).toEqual([1]);
      expect(await numbers('&id.eq=2,2')).toEqual([]);
    });
  });

  describe('hooks', () => {
    test('see rows and ids of several columns, and what they set is written', async () => {
      const seen: unknown[] = [];
      const client = DirectClient.of(stage.dataSource, {
        hooks: [
          hooksFor(Rating, {
            before: {
              create: ({ entity }) => void (entity.stars += 1),
              update: ({ entity, stored }) => void seen.push([stored.stars, entity.stars]),
              delete: ({ entity }) => void seen.push([entity.talkId, entity.visitorId]),
              read: ({ id }) => void seen.push(id),
            },
          }),
          hooksFor(Reply, { before: { list: ({ by }) => void seen.push(by?.id) } }),
        ],
      });
      const made = await client.post('/ratings', { talk: 3, visitor: 2, stars: 1, labels: ['odd'] });
      expect(made).toMatchObject({ status: 201, json: { talkId: 3, visitorId: 2, stars: 2 } });
      expect((await client.patch('/ratings/3,2', { stars: 5 })).json).toMatchObject({ stars: 5 });
      expect((await client.patch('/ratings/1,1', { labels: [] })).status).toBe(200);
      await client.get('/ratings/3,2');
      await client.get('/ratings/1,2/replies');
      expect((await client.delete('/ratings/3,2')).status).toBe(204);
      expect(seen).toEqual([
        [2, 5],
        [5, 5],
        [3, 2],
        [1, 2],
        [3, 2],
      ]);
      expectProblem(await client.patch('/ratings/9,9', { stars: 5 }), 404, 'not_found');
      expectProblem(await client.delete('/ratings/9,9'), 404, 'not_found');
    });
  });

  describe('policies', () => {
    const under = (...policies: RowPolicy[]) => DirectClient.of(stage.dataSource, { policies });

    test('hide rows by their ids, along edges and from bodies', async () => {
      const client = under(policyFor(Rating, () => ({ visitorId: 1 })));
      expect(valuesOf(await client.get('/ratings'), 'talkId')).toEqual([1, 2]);
      expectProblem(await client.get('/ratings/1,2'), 404, 'not_found');
      expectProblem(await client.patch('/ratings/1,2', { stars: 1 }), 404, 'not_found');
      expectProblem(await client.delete('/ratings/1,2'), 404, 'not_found');
      expectProblem(await client.get('/ratings/1,2/replies'), 404, 'not_found');
      expectProblem(await client.get('/replies/1/rating'), 404, 'not_found');
      expectProblem(await client.post('/replies', { text: 'e', rating: '1,2' }), 400, 'invalid_request');
      expectProblem(await client.patch('/labels/odd', { add_ratings: ['1,2'] }), 400, 'invalid_request');
      expect((await client.patch('/labels/new', { remove_ratings: ['1,1'] })).status).toBe(200);
      expect((await client.get('/labels/new')).json).toMatchObject({ edges: { ratings: [] } });
      expect(await keysOf(stage, '/labels/new/ratings')).toEqual(['1,2']);
      expect(edgesOf(entityOf(await client.get('/talks/1'))).ratings).toMatchObject([{ visitorId: 1 }]);
    });

    test('ask along edges to it', async () => {
      const texts = async (policy: RowPolicy) => valuesOf(await under(policy).get('/replies'), 'text');
      expect(await texts(policyFor(Reply, () => ({ rating: { talkId: 1, visitorId: 2 } })))).toEqual([
        'a',
        'b',
      ]);
      expect(await texts(policyFor(Reply, () => ({ rating: null })))).toEqual(['d']);
      expect(await texts(policyFor(Reply, () => ({ rating: notNull })))).toEqual(['a', 'b', 'c']);
      expect(await texts(policyFor(Reply, () => ({ rating: { talk: { title: 'B' } } })))).toEqual(['c']);
      const ratings = under(policyFor(Rating, () => ({ replies: { text: 'c' } })));
      expect(valuesOf(await ratings.get('/ratings'), 'talkId')).toEqual([2]);
      const labels = under(policyFor(Label, () => ({ ratings: { stars: 5 } })));
      expect(valuesOf(await labels.get('/labels'), 'word')).toEqual(['new']);
    });
  });
});
