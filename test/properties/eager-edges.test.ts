// P6: what an eager edge embeds is what the endpoint of the edge lists, up to the limit; and what is cut is said.
import fc from 'fast-check';
import { contentOf, edgesOf, entityOf, type EntityJson } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { exhibitFixture, exhibits } from './exhibit-data.js';

const mostRemarks = Math.max(...exhibits.map(({ edges }) => edges.remarks?.length ?? 0));
const limits = [-1, 1, mostRemarks - 1, mostRemarks, mostRemarks + 1];
const mostIds = fc.nat({ max: exhibits.length + 1 });

onEachDatabase(exhibitFixture, (stage) => {
  /** Several APIs with other options stand side by side over one data source. */
  const eagerUpTo = (eagerLoadLimit: number) =>
    DirectClient.of(stage.database.dataSource, {
      defaultEagerLoad: true,
      eagerLoadLimit,
      disableEagerLoadNonPagedOpt: true,
    });

  test('the limits are worth trying', () => {
    expect(mostRemarks).toBeGreaterThan(2);
  });

  test.each(limits)('a read with at most %d per edge', async (limit) => {
    const client = eagerUpTo(limit);
    await holds(
      fc.asyncProperty(mostIds, (id) => embedsWhatTheEndpointLists(client, id, limit)),
      30,
    );
  });

  test.each(limits)('a list with at most %d per edge and parent, the same as reads', async (limit) => {
    const client = eagerUpTo(limit);
    const listed = contentOf(await client.get('/exhibits?per_page=100&sort=-string'));
    for (const entity of listed)
      expect(entity).toEqual((await client.get(`/exhibits/${String(entity.id)}`)).json);
  });
});

async function embedsWhatTheEndpointLists(client: DirectClient, id: number, limit: number): Promise<void> {
  const answer = await client.get(`/exhibits/${id}`);
  const drawer = await client.get(`/exhibits/${id}/drawer`);
  const remarks = await client.get(`/exhibits/${id}/remarks?per_page=100`);
  if (id === 0 || id > exhibits.length) {
    expect([answer.status, drawer.status, remarks.status]).toEqual([404, 404, 404]);
    return;
  }
  const all = contentOf(remarks).map(withoutEdges);
  const shown = limit === -1 ? all : all.slice(0, limit);
  expect(edgesOf(entityOf(answer))).toEqual({
    drawer: drawer.status === 404 ? null : withoutEdges(entityOf(drawer)),
    remarks: shown,
  });
  expect(entityOf(answer).truncated_edges).toEqual(shown.length < all.length ? ['remarks'] : undefined);
}

/** As it stands inside another entity. */
function withoutEdges(entity: EntityJson): EntityJson {
  const own = Object.entries(entity).filter(([name]) => name !== 'truncated_edges');
  return { ...Object.fromEntries(own), edges: {} };
}
