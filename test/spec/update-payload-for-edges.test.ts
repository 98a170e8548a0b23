// Spec: "Update payload for edges", and the part of section 8 of the contract that speaks of edges.
import { valuesOf } from '../support/collection.js';
import { chips, festival, stages } from '../support/fixtures/festival.js';
import { forEachMount } from '../support/for-each-database.js';
import { expectProblem, places } from '../support/problem.js';

forEachMount(festival, (stage) => {
  const ids = async (target: string) => valuesOf(await stage.client.get(target), 'id');
  const patch = (target: string, body: object) => stage.client.patch(target, body);

  describe('Update payload for edges', () => {
    test.each([
      ['one-to-many', '/visitors/2', 'tickets', [3], [3]],
      ['many-to-many', '/line-up/2', 'genres', ['rock', 'jazz'], ['rock', 'jazz']],
      ['many-to-many, inverse side', '/genres/jazz', 'acts', [2], [2, 3]],
      ['many-to-many to itself', '/visitors/3', 'friends', [1, 3], [1, 3]],
      ['one-to-many to itself', '/genres/jazz', 'children', ['rock'], ['rock']],
    ])('add_<field> associates (%s)', async (_, target, edge, added, after) => {
      expect((await patch(target, { [`add_${edge}`]: added })).status).toBe(200);
      expect(await ids(`${target}/${edge}`)).toEqual(after);
    });

    test.each([
      ['one-to-many', '/visitors/1', 'tickets', [1], [2]],
      ['many-to-many', '/bands/1', 'genres', ['rock'], ['punk']],
      ['many-to-many, inverse side', '/genres/rock', 'acts', [1], []],
      ['many-to-many to itself', '/visitors/1', 'friends', [2], []],
      ['one-to-many to itself', '/genres/rock', 'children', ['punk'], []],
    ])('remove_<field> disassociates (%s)', async (_, target, edge, removed, after) => {
      expect((await patch(target, { [`remove_${edge}`]: removed })).status).toBe(200);
      expect(await ids(`${target}/${edge}`)).toEqual(after);
    });

    test.each([
      ['one-to-many', '/visitors/1', 'tickets', [2, 3], [2, 3]],
      ['many-to-many', '/bands/1', 'genres', ['jazz'], ['jazz']],
      ['many-to-many to itself', '/visitors/1', 'friends', [], []],
      ['one-to-many to itself', '/genres/rock', 'children', ['jazz'], ['jazz']],
    ])('<field> sets the edge to exactly these (%s)', async (_, target, edge, set, after) => {
      expect((await patch(target, { [edge]: set })).status).toBe(200);
      expect(await ids(`${target}/${edge}`)).toEqual(after);
    });

    test('<field> is accepted only with @EdgeUpdateBulk', async () => {
      const faults = expectProblem(await patch('/genres/rock', { acts: [1] }), 400, 'invalid_request');
      expect(places(faults)).toEqual(['/acts']);
    });

    test('adding what is there and removing what is not are no-ops', async () => {
      expect((await patch('/bands/1', { add_genres: ['rock'], remove_genres: ['jazz'] })).status).toBe(200);
      expect(await ids('/bands/1/genres')).toEqual(['rock', 'punk']);
    });

    test.each([
      ['the bulk key together with add_', { genres: ['rock'], add_genres: ['jazz'] }],
      ['the bulk key together with remove_', { genres: ['rock'], remove_genres: ['jazz'] }],
      ['one id in both', { add_genres: ['rock'], remove_genres: ['rock'] }],
    ])('%s is 400', async (_, body) => {
      expectProblem(await patch('/bands/1', body), 400, 'invalid_request');
      expect(await ids('/bands/1/genres')).toEqual(['rock', 'punk']);
    });

    test('a child of another parent is not stolen: 409', async () => {
      expectProblem(await patch('/visitors/2', { add_tickets: [1] }), 409, 'edge_conflict');
      expectProblem(await patch('/visitors/2', { tickets: [1] }), 409, 'edge_conflict');
      expect(await ids('/visitors/1/tickets')).toEqual([1, 2]);
    });

    test('a child whose edge is required is not removed: 409, and no row is deleted', async () => {
      expectProblem(await patch('/festivals/1', { remove_stages: [stages.pier] }), 409, 'edge_conflict');
      expect((await stage.client.get(`/stages/${stages.pier}`)).status).toBe(200);
    });

    test.each([
      ['add_tickets', [99]],
      ['remove_friends', [99]],
      ['tickets', [1, 99]],
    ])('an id in %s that does not exist is 400 naming the key', async (key, value) => {
      const faults = expectProblem(await patch('/visitors/1', { [key]: value }), 400, 'invalid_request');
      expect(places(faults).every((place) => place.startsWith(`/${key}`))).toBe(true);
      expect(faults.length).toBeGreaterThan(0);
    });

    test('a unique edge is set by its name, and cleared with null', async () => {
      expect((await patch('/tickets/3', { visitor: 2 })).status).toBe(200);
      expect(await ids('/visitors/2/tickets')).toEqual([3]);
      expect((await patch('/tickets/3', { visitor: null })).status).toBe(200);
      expect(await ids('/visitors/2/tickets')).toEqual([]);
    });

    test('null for a required unique edge is 400', async () => {
      expectProblem(await patch('/performances/1', { stage: null }), 400, 'invalid_request');
    });

    test('a one-to-one edge moves from the side that owns it', async () => {
      expect((await patch(`/wristbands/${chips.spare}`, { visitor: 2 })).status).toBe(200);
      const { json } = await stage.client.get('/visitors/2');
      expect(json).toMatchObject({ edges: { wristband: { id: chips.spare } } });
    });

    test('a one-to-one edge that is taken is 409', async () => {
      const answer = await patch(`/wristbands/${chips.spare}`, { visitor: 1 });
      expect(answer.status).toBe(409);
    });

    test('all or nothing: one wrong id and no field is written', async () => {
      expectProblem(await patch('/visitors/1', { name: 'X', add_tickets: [3, 99] }), 400, 'invalid_request');
      expect((await stage.client.get('/visitors/1')).json).toMatchObject({ name: 'Ann' });
      expect(await ids('/visitors/1/tickets')).toEqual([1, 2]);
    });

    test('an empty body changes nothing and is 200', async () => {
      const before = await stage.client.get('/visitors/1');
      expect((await patch('/visitors/1', {})).text).toBe(before.text);
    });
  });
});
