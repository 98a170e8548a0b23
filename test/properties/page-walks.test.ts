// P4: the pages of a list, one after the other, are the whole list in the order of the oracle, every row once.
// P5: that order is total, and turned round by `order`, unless NULL stays at its end.
import fc from 'fast-check';
import type { SortModel } from '@decorest/core';
import { contentOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { exhibitFixture, exhibits, souvenirTraits } from './exhibit-data.js';
import { parameter } from './query-text.js';
import { sortedRows, type Sorting, type SortKey } from './sort-oracle.js';
import { fieldsOf } from './wire-values.js';

/** Souvenirs have no edges. */
const souvenirSorts = new Set(['id', ...souvenirTraits.flatMap(fieldsOf)]);

onEachDatabase(exhibitFixture, (stage) => {
  const sorts = () =>
    (stage.client.api.model.entities.find(({ name }) => name === 'Exhibit')?.sorts ?? []).filter(
      (sort) => sort.by !== 'random' && !(stage.name === 'mariadb' && isOfUuid(sort)),
    );

  test('each sort key by itself, both ways', async () => {
    expect(new Set(sorts().map(({ by }) => by))).toEqual(
      new Set(['field', 'edge-field', 'edge-count', 'edge-sum']),
    );
    for (const sort of sorts())
      for (const order of ['asc', 'desc'] as const)
        await walks(stage, { keys: [{ sort, minus: false }], order }, 17);
  });

  test('several sort keys, any page size', async () => {
    const perPage = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 16, 31, 32, 33));
    await holds(
      fc.asyncProperty(sortingOf(sorts()), perPage, (sorting, size) => walks(stage, sorting, size)),
      100,
    );
  });

  test('turning the order round turns the list round', async () => {
    await holds(
      fc.asyncProperty(sortingOf(sorts().filter(isReversible)), async ({ keys }) => {
        const plain = keys.map(({ sort }) => ({ sort, minus: false }));
        const ascending = await wholeList(stage, { keys: plain, order: 'asc' });
        expect(await wholeList(stage, { keys: plain, order: 'desc' })).toEqual(ascending.reverse());
      }),
      100,
    );
  });

  test('without a sort, the id', async () => {
    const ids = exhibits.map(({ id }) => id);
    expect(await walk(stage, '/exhibits?', 7)).toEqual(ids);
    expect(await walk(stage, '/exhibits?order=desc', 7)).toEqual([...ids].reverse());
  });

  test('the pages of a filtered list', async () => {
    const width = fc.integer({ min: -1, max: 5 });
    await holds(
      fc.asyncProperty(width, fc.integer({ min: 1, max: 9 }), async (least, size) => {
        const left = exhibits.filter(({ edges }) => Number(edges.drawer?.[0]?.values.width ?? -2) >= least);
        expect(await walk(stage, `/exhibits?drawer.width.gte=${least}`, size)).toEqual(
          left.map(({ id }) => id),
        );
      }),
      50,
    );
  });

  test('random order shows every row of an unpaged answer once', async () => {
    const ids = await wholePage(stage, 'sort=random');
    expect(ids.sort((a, b) => a - b)).toEqual(exhibits.map(({ id }) => id));
  });
});

/** Whether NULL changes its end with the direction. */
function isReversible(sort: SortModel): boolean {
  return !('field' in sort) || sort.field.nulls === 'lowest' || sort.field.nulls === 'highest';
}

function sortingOf(sorts: readonly SortKey['sort'][]): fc.Arbitrary<Sorting> {
  const keys = fc
    .shuffledSubarray([...sorts], { minLength: 1, maxLength: 4 })
    .chain((some) =>
      fc.tuple(...some.map((sort) => fc.boolean().map((minus): SortKey => ({ sort, minus })))),
    );
  return fc.record({ keys, order: fc.constantFrom('asc', 'desc') }).map((sorting) => ({
    ...sorting,
    [fc.toStringMethod]: () => sortQuery(sorting),
  }));
}

function sortQuery({ keys, order }: Sorting): string {
  const text = keys.map(({ sort, minus }) => `${minus ? '-' : ''}${sort.key}`).join(',');
  return `${parameter('sort', text)}&order=${order}`;
}

async function walks(stage: DirectStage, sorting: Sorting, perPage: number): Promise<void> {
  const ids = sortedRows(exhibits, sorting).map(({ id }) => id);
  const sort = sortQuery(sorting);
  const isOfSouvenirs = sorting.keys.every((key) => souvenirSorts.has(key.sort.key));
  for (const path of isOfSouvenirs ? ['/exhibits', '/souvenirs'] : ['/exhibits'])
    expect({ path, sort, ids: await walk(stage, `${path}?${sort}`, perPage) }).toEqual({ path, sort, ids });
}

/** MariaDB's own type sorts by the parts of a UUID that differ most between its versions. */
function isOfUuid(sort: SortModel): boolean {
  return 'field' in sort && sort.field.kind === 'uuid';
}

/** The ids of all pages. Each page says truly where it stands. */
async function walk({ client }: DirectStage, target: string, perPage: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let page = 1, last = false; !last; page += 1) {
    const answer = await client.get(`${target}&per_page=${perPage}&page=${page}`);
    const total = Number(answer.headers['x-total-count']);
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    last = page === lastPage;
    expect(answer).toMatchObject({
      status: 200,
      json: { page, total_count: total, last_page: lastPage, is_last_page: last },
    });
    ids.push(...contentOf(answer).map(({ id }) => id));
    if (last) expect({ target, ids: ids.length }).toEqual({ target, ids: total });
  }
  return ids;
}

function wholeList(stage: DirectStage, sorting: Sorting): Promise<number[]> {
  return wholePage(stage, sortQuery(sorting));
}

async function wholePage({ client }: DirectStage, query: string): Promise<number[]> {
  return contentOf(await client.get(`/exhibits?${query}&per_page=100`)).map(({ id }) => Number(id));
}
