// The pages that cursors lead to, one after the other, are the whole list in the order of the oracle, forward and back, in each
// order, with pages of each size.
import fc from 'fast-check';
import type { SortModel } from '@decorest/core';
import { contentOf, entityOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { exhibitFixture, exhibits } from './exhibit-data.js';
import { parameter } from './query-text.js';
import { sortedRows, type Sorting, type SortKey } from './sort-oracle.js';

const fixture = { ...exhibitFixture, options: { ...exhibitFixture.options, cursorPagination: true } };

onEachDatabase(fixture, (stage) => {
  const sorts = () =>
    (stage.client.api.model.entities.find(({ name }) => name === 'Exhibit')?.sorts ?? []).filter(
      (sort) => sort.by !== 'random' && !isFloatSum(sort) && !(stage.name === 'mariadb' && isOfUuid(sort)),
    );

  test('each sort key by itself, both ways, with pages of each size', async () => {
    expect(new Set(sorts().map(({ by }) => by))).toEqual(
      new Set(['field', 'edge-field', 'edge-count', 'edge-sum']),
    );
    for (const [at, sort] of sorts().entries())
      for (const order of ['asc', 'desc'] as const)
        for (const size of at % 4 === 0 ? [1, 2, 5, 31, 32, 33] : [1 + (at % 7), 16])
          await walks(stage, { keys: [{ sort, minus: false }], order }, size);
  });

  test('several sort keys, any page size', async () => {
    await holds(
      fc.asyncProperty(sortingOf(sorts()), fc.integer({ min: 1, max: 40 }), (sorting, size) =>
        walks(stage, sorting, size),
      ),
      60,
    );
  });
});

async function walks(stage: DirectStage, sorting: Sorting, perPage: number): Promise<void> {
  const ids = sortedRows(exhibits, sorting).map(({ id }) => id);
  const query = sortQuery(sorting);
  const forward = await walk(stage, query, { perPage, by: 'next_cursor' });
  expect({ query, perPage, pages: forward }).toEqual({ query, perPage, pages: toPages(ids, perPage) });
  const backward = await walk(stage, query, { perPage, by: 'prev_cursor', page: forward.length });
  expect({ query, perPage, ids: backward.reverse().flat() }).toEqual({ query, perPage, ids });
}

function toPages(ids: readonly number[], perPage: number): number[][] {
  const count = Math.max(1, Math.ceil(ids.length / perPage));
  return Array.from({ length: count }, (_, at) => ids.slice(at * perPage, (at + 1) * perPage));
}

interface Walk {
  readonly perPage: number;
  readonly by: 'next_cursor' | 'prev_cursor';
  readonly page?: number;
}

/** The ids of each page, from a first page on by cursors. */
async function walk(
  { client }: DirectStage,
  query: string,
  { perPage, by, page = 1 }: Walk,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let place = `page=${page}`;
  for (;;) {
    const answer = await client.get(`/exhibits?${query}&per_page=${perPage}&${place}`);
    expect({ query, place, status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({
      query,
      place,
      status: 200,
      text: '',
    });
    pages.push(contentOf(answer).map(({ id }) => id));
    const cursor = entityOf(answer)[by];
    expect(entityOf(answer).is_last_page).toBe(entityOf(answer).next_cursor === null);
    if (typeof cursor !== 'string') return pages;
    place = `${by === 'next_cursor' ? 'after' : 'before'}=${cursor}`;
    if (pages.length > exhibits.length) throw new Error(`The walk of ${query} does not end.`);
  }
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

/** MariaDB's own type sorts by the parts of a UUID that differ most between its versions. */
function isOfUuid(sort: SortModel): boolean {
  return 'field' in sort && sort.field.kind === 'uuid';
}

function isFloatSum(sort: SortModel): boolean {
  return sort.by === 'edge-sum' && sort.field.columnKind === 'float';
}
