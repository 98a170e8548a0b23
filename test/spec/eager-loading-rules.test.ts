// The section "Eager loading rules" of the specification, 1 to 8.
import { contentOf, edgesOf, entityOf, type EntityJson } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { operationIn } from '../support/document-parts.js';
import { festival, stages } from '../support/fixtures/festival.js';
import { petstore, userJson } from '../support/fixtures/petstore.js';
import { forEachMount } from '../support/for-each-database.js';

forEachMount(petstore, (stage) => {
  const options = petstore.options;
  const edges = async (target: string) => edgesOf(entityOf(await stage.client.get(target)));

  describe('Eager loading rules', () => {
    test('1. edges are not eager-loaded by default', async () => {
      expect(await edges('/users/1')).toEqual({});
    });

    test('1. defaultEagerLoad turns it on for all edges', async () => {
      const client = DirectClient.of(stage.dataSource, { ...options, defaultEagerLoad: true });
      const { pets } = edgesOf(entityOf(await client.get('/users/1')));
      expect(pets).toMatchObject([{ name: 'Rex' }, { name: 'Mia' }]);
    });

    test('2. every fetch of the parent includes the edge', async () => {
      const owner = userJson[1];
      expect(await edges('/pets/1')).toEqual({ owner });
      expect(edgesOf(contentOf(await stage.client.get('/pets'))[0] ?? {})).toEqual({ owner });
      expect(edgesOf(contentOf(await stage.client.get('/users/1/pets'))[0] ?? {})).toEqual({ owner });
      expect((await stage.client.patch('/pets/1', { age: 4 })).json).toMatchObject({ edges: { owner } });
    });

    test('3. it covers the first level only: the embedded owner has empty edges', async () => {
      const client = DirectClient.of(stage.dataSource, { ...options, defaultEagerLoad: true });
      const { owner } = edgesOf(entityOf(await client.get('/pets/1')));
      expect(owner).toMatchObject({ edges: {} });
    });

    test('4. all associated entities are fetched, whatever the page size', async () => {
      const client = DirectClient.of(stage.dataSource, {
        ...options,
        defaultEagerLoad: true,
        itemsPerPage: 1,
      });
      const { pets } = edgesOf(entityOf(await client.get('/users/1')));
      expect(pets).toHaveLength(2);
    });

    test.each([
      [1, 1],
      [2, 2],
      [-1, 2],
    ])('5. eagerLoadLimit %s embeds %s of two', async (eagerLoadLimit, count) => {
      const client = DirectClient.of(stage.dataSource, {
        ...options,
        defaultEagerLoad: true,
        eagerLoadLimit,
      });
      expect(edgesOf(entityOf(await client.get('/users/1'))).pets).toHaveLength(count);
    });

    test('5. eagerLoadLimit is 1000 by default', () => {
      const { model } = DirectClient.of(stage.dataSource, options).api;
      expect(model.entities.flatMap(({ edges: all }) => all).map(({ eagerLimit }) => eagerLimit)).toEqual([
        1000, 1000,
      ]);
    });

    test('6. the endpoint of an eager-loaded edge has no pages', async () => {
      const client = DirectClient.of(stage.dataSource, { ...options, defaultEagerLoad: true });
      expect((await client.get('/users/1/pets')).json).toMatchObject([{ id: 1 }, { id: 2 }]);
      expect(operationIn(client.document, 'GET /users/{id}/pets')?.query).not.toContain('page');
    });

    test('6. disableEagerLoadNonPagedOpt keeps its pages', async () => {
      const eager = { ...options, defaultEagerLoad: true, disableEagerLoadNonPagedOpt: true };
      const client = DirectClient.of(stage.dataSource, eager);
      expect((await client.get('/users/1/pets')).json).toMatchObject({ page: 1, total_count: 2 });
    });

    test('7. disableEagerLoadedEndpoints takes the endpoints of eager-loaded edges away', async () => {
      const client = DirectClient.of(stage.dataSource, { ...options, disableEagerLoadedEndpoints: true });
      expect((await client.get('/pets/1/owner')).status).toBe(404);
      expect((await client.get('/users/1/pets')).status).toBe(200);
    });
  });
});

forEachMount(festival, (stage) => {
  const edges = async (target: string) => edgesOf(entityOf(await stage.client.get(target)));
  const names = (list: unknown) => (list as EntityJson[]).map(({ name, title }) => name ?? title);

  describe('Eager loading rules', () => {
    test('5. @EagerLoadLimit overrides the limit per edge', async () => {
      await stage.client.patch('/bands/1', { add_genres: ['jazz'] });
      expect((await edges('/bands/1')).genres).toHaveLength(2);
    });

    test('7. @EdgeEndpoint(true) brings the endpoint back; without it there is none', async () => {
      expect((await stage.client.get(`/stages/${stages.main}/festival`)).status).toBe(200);
      expect((await stage.client.get('/bands/1/genres')).json).toHaveLength(2);
      expect((await stage.client.get('/festivals/1/stages')).status).toBe(404);
    });

    test('8. the order is the default sort and order of the target', async () => {
      expect(names((await edges('/bands/1')).genres)).toEqual(['Rock', 'Punk']);
    });
  });
});
