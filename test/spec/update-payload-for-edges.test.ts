// The section "Update payload for edges" of the specification.
import { valuesOf } from '../support/collection.js';
import { festival } from '../support/fixtures/festival.js';
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
  });
});
