// The section "Limits" of the specification.
import { entityOf, edgesOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { festival } from '../support/fixtures/festival.js';

onEachDatabase(festival, (stage) => {
  const client = () => DirectClient.of(stage.database.dataSource, {});

  describe('Limits', () => {
    test('EagerLoadLimit (global): 1000', () => {
      const { edges = [] } = client().api.model.entities.find(({ name }) => name === 'Festival') ?? {};
      expect(edges.map(({ eagerLimit }) => eagerLimit)).toEqual([1000]);
    });

    test('@EagerLoadLimit overrides it on one edge', () => {
      const { edges = [] } = client().api.model.entities.find(({ name }) => name === 'Band') ?? {};
      expect(edges.find(({ name }) => name === 'genres')?.eagerLimit).toBe(2);
    });

    test('1. eager-loaded edges are not paginated, up to the limit', async () => {
      const json = entityOf(await client().get('/festivals/1'));
      expect(edgesOf(json).stages).toHaveLength(3);
    });

    test('4. an edge with more entities than the limit is cut, and named', async () => {
      const cut = DirectClient.of(stage.database.dataSource, { eagerLoadLimit: 2 });
      const json = entityOf(await cut.get('/festivals/1'));
      expect(edgesOf(json).stages).toHaveLength(2);
      expect(json.truncated_edges).toEqual(['stages']);
    });
  });
});
