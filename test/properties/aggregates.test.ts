// Aggregates against an oracle in memory, against the lists whose rows they group, and weeks against the calendar.
import fc from 'fast-check';
import { Sale, SaleKind, Slot, Stall } from '../features/aggregates/market-entities.js';
import { market } from '../features/aggregates/market.js';
import { contentOf } from '../support/collection.js';
import type { DirectClient } from '../support/direct-client.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import type { TestDatabase } from '../support/test-database.js';
import { bucketOf, groupsOf, type Group, type SaleRow } from './aggregate-oracle.js';

const day = fc
  .integer({ min: Date.UTC(1902, 0, 1), max: Date.UTC(2098, 0, 1) })
  .map((instant) => `${new Date(instant).toISOString().slice(0, 19)}.000Z`);
const edge = 2n ** 63n;
const points = fc.oneof(
  fc.bigInt({ min: edge - 3n, max: edge - 1n }),
  fc.bigInt({ min: -edge, max: -edge + 2n }),
  fc.bigInt({ min: -5n, max: 5n }),
);
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anySale: fc.Arbitrary<SaleRow> = fc.record({
  kind: fc.constantFrom(...Object.values(SaleKind)),
  item: nullable(fc.constantFrom('Rye', 'rye', 'Rye ', '', 'é', 'É', 'oat')),
  paid: fc.boolean(),
  units: nullable(fc.integer({ min: -3, max: 3 })),
  points: nullable(points.map(String)),
  price: nullable(fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))),
  weight: nullable(fc.integer({ min: -16, max: 16 }).map((quarters) => quarters / 4)),
  soldOn: nullable(day.map((text) => text.slice(0, 10))),
  soldAt: nullable(day),
  stall: nullable(fc.constantFrom(1, 2)),
});

const keyNames = [
  'kind',
  'item',
  'paid',
  'units',
  'soldOn.year',
  'soldOn.week',
  'soldAt.quarter',
  'soldAt.hour',
  'stall',
  'stall.name',
];
const measureNames = [
  'count',
  'item.count',
  'item.distinct',
  ...['units', 'points', 'price', 'weight'].flatMap((name) =>
    ['sum', 'avg', 'min', 'max'].map((of) => `${name}.${of}`),
  ),
  'soldOn.min',
  'soldAt.max',
];
const anyQuestion = fc.record({
  keys: fc.subarray(keyNames, { maxLength: 3 }),
  measures: fc.subarray(measureNames, { minLength: 1, maxLength: 10 }),
  least: nullable(fc.integer({ min: -2, max: 2 })),
});

onEachDatabase({ ...market, fill: () => Promise.resolve() }, (stage) => {
  test('groups and measures are those of the oracle', async () => {
    await holds(
      fc.asyncProperty(fc.array(anySale, { maxLength: 25 }), anyQuestion, async (rows, question) => {
        await refill(stage.database, rows);
        const { keys, measures, least } = question;
        const found = await groupsIn(stage.client, keys, measures, least);
        const chosen = rows.filter(({ units }) => least === null || (units !== null && units >= least));
        expect(sorted(found)).toEqual(sorted(groupsOf(chosen, keys, measures)));
      }),
      120,
    );
  });

  test('counts and sums of groups add up to those of the list', async () => {
    await holds(
      fc.asyncProperty(fc.array(anySale, { maxLength: 25 }), anyQuestion, async (rows, { keys, least }) => {
        await refill(stage.database, rows);
        const { client } = stage;
        const found = await groupsIn(client, keys, ['count', 'points.sum'], least);
        const [whole] = await groupsIn(client, [], ['count', 'points.sum'], least);
        const list = await client.get(`/sales?${filterOf(least)}`);
        const total = found.reduce((sum, { count }) => sum + Number(count), 0);
        expect([total, whole?.count]).toEqual([totalOf(list.json), totalOf(list.json)]);
        const sums = found.flatMap((group) =>
          group['points.sum'] === null ? [] : [String(group['points.sum'])],
        );
        const sum = sums.reduce((all, one) => all + BigInt(one), 0n);
        expect(whole?.['points.sum']).toBe(sums.length === 0 ? null : String(sum));
      }),
      40,
    );
  });

  test('the count of a group is the total of the list with the group as filter', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(anySale, { maxLength: 25 }),
        fc.subarray(['kind', 'item', 'paid', 'units'], { minLength: 1, maxLength: 3 }),
        async (rows, keys) => {
          await refill(stage.database, rows);
          for (const group of await groupsIn(stage.client, keys, ['count'], null)) {
            const filters = keys.map((key) => {
              const value = group[key] ?? null;
              return value === null ? `${key}.null=true` : `${key}.eq=${encodeURIComponent(String(value))}`;
            });
            const list = await stage.client.get(`/sales?${filters.join('&')}`);
            expect({ group, total: totalOf(list.json) }).toEqual({ group, total: group.count });
          }
        },
      ),
      25,
    );
  });

  test('conditions and orders agree with the exact values', async () => {
    const names = ['points.sum', 'points.avg', 'price.sum', 'price.avg', 'units.avg'];
    await holds(
      fc.asyncProperty(
        fc.array(anySale, { maxLength: 25 }),
        fc.constantFrom(...names),
        fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'),
        async (rows, name, test) => {
          await refill(stage.database, rows);
          const ask = `group_by=kind,paid&measures=${name}&per_page=100`;
          const all = contentOf(await stage.client.get(`/sales/aggregate?${ask}&sort=${name}`));
          const exact = groupsOf(rows, ['kind', 'paid'], [name]).map((group) => group[name] ?? null);
          const values = all.map((group) => group[name] as string | null);
          expect(values).toEqual(exact.sort(byNumber));
          for (const value of new Set(values)) {
            if (value === null) continue;
            const answer = await stage.client.get(`/sales/aggregate?${ask}&having.${name}.${test}=${value}`);
            const found = contentOf(answer).map((group) => group[name]);
            // The text of an average may be rounded, so its own group may be on either side.
            const isExact = (one: unknown) => one !== value || name.endsWith('sum');
            const expected = all.map((group) => group[name]).filter((one) => passes(one, test, value));
            expect(found.filter(isExact).sort()).toEqual(expected.filter(isExact).sort());
          }
        },
      ),
      60,
    );
  });

  test('weeks are those of ISO 8601', async () => {
    const days = fc.sample(day, { numRuns: 1_000, seed: 5 });
    await refill(
      stage.database,
      days.map((soldAt) => ({ ...plain, soldAt, soldOn: soldAt.slice(0, 10) })),
    );
    const seen = new Set<unknown>();
    const keys = 'soldOn.day,soldOn.week,soldAt.week';
    for (let page = 1; page <= 11; page++) {
      const answer = await stage.client.get(`/sales/aggregate?group_by=${keys}&per_page=100&page=${page}`);
      if (answer.status !== 200) break;
      for (const group of contentOf(answer)) {
        const week = bucketOf(String(group['soldOn.day']), 'week');
        expect(group).toMatchObject({ 'soldOn.week': week, 'soldAt.week': week });
        seen.add(group['soldOn.day']);
      }
    }
    expect(seen.size).toBe(new Set(days.map((text) => text.slice(0, 10))).size);
  });
});

const plain: SaleRow = {
  kind: SaleKind.Cash,
  item: null,
  paid: false,
  units: null,
  points: null,
  price: null,
  weight: null,
  soldOn: null,
  soldAt: null,
  stall: null,
};

async function refill(database: TestDatabase, rows: readonly SaleRow[]): Promise<void> {
  await database.empty();
  const { manager } = database.dataSource;
  await manager.insert(Stall, [{ name: 'Bread' }, { name: 'Cheese', closedAt: new Date(0) }]);
  await manager.insert(Slot, [{ row: 1, place: 'a' }]);
  const stored = rows.map((row) => ({
    ...row,
    soldAt: row.soldAt === null ? null : new Date(row.soldAt),
    stall: row.stall === null ? null : { id: row.stall },
  }));
  for (let at = 0; at < stored.length; at += 50) await manager.insert(Sale, stored.slice(at, at + 50));
}

function filterOf(least: number | null): string {
  return least === null ? '' : `units.gte=${least}`;
}

async function groupsIn(
  client: DirectClient,
  keys: readonly string[],
  measures: readonly string[],
  least: number | null,
): Promise<readonly Group[]> {
  const by = keys.length === 0 ? '' : `group_by=${keys.join()}&`;
  const query = `${by}measures=${measures.join()}&per_page=100&${filterOf(least)}`;
  return contentOf(await client.get(`/sales/aggregate?${query}`)) as readonly Group[];
}

function sorted(groups: readonly Group[]): readonly string[] {
  return groups.map((group) => JSON.stringify(group)).sort();
}

function totalOf(json: unknown): unknown {
  return (json as { readonly total_count: number }).total_count;
}

/** Averages have at most six places. */
function toMillionths(value: unknown): bigint {
  const [whole = '', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

function byNumber(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  const [a, b] = [toMillionths(one), toMillionths(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function passes(one: unknown, test: string, value: string): boolean {
  if (one === null) return false;
  const order = byNumber(one, value);
  return test === 'eq'
    ? order === 0
    : test.startsWith('g')
      ? order > 0 || (test === 'gte' && order === 0)
      : order < 0 || (test === 'lte' && order === 0);
}
