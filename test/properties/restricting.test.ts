// A bulk write refuses a condition as no filter only if each row that has all values meets it, on the database itself; and what
// is made to leave nothing out is refused.
import fc from 'fast-check';
import { contentOf } from '../support/collection.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import type { Fixture } from '../support/for-each-database.js';
import type { DatabaseName } from '../support/test-database.js';
import { holds, samples } from '../support/property.js';
import { conditions, Part, poolsOf, Sample, Tray, type Where } from './sampled-conditions.js';

const runs = Number(process.env.RESTRICTING_RUNS ?? '400');
const rowCount = 240;

jest.setTimeout(120_000 + runs * 100);

const fixture: Fixture = {
  options: { limits: { filters: 500, comparisons: 10_000, whereDepth: 40, whereLength: 100_000 } },
  entities: [Tray, Sample, Part],
  fill: () => Promise.resolve(),
};

const queryOf = (where: Where) => `where=${encodeURIComponent(JSON.stringify(where))}`;

onEachDatabase(fixture, (stage) => {
  /** The ids of rows with all values, of which no text is empty. */
  let valued: readonly number[] = [];

  beforeAll(async () => {
    valued = await fill(stage);
  });

  const isRefused = async (where: Where) => {
    const answer = await stage.client.patch(`/samples?${queryOf(where)}&max_affected=0`, { count: 5 });
    const { errors = [] } = answer.json as {
      readonly errors?: readonly { readonly parameter: string; readonly code: string }[];
    };
    const faults = errors.map(({ parameter, code }) => `${parameter} ${code}`);
    if (answer.status === 200 || faults.includes('max_affected too_many')) return false;
    expect(faults).toEqual(['all required']);
    return true;
  };

  const find = async (where: Where) => {
    const ids: number[] = [];
    let total = rowCount;
    for (let page = 1; ids.length < total; page++) {
      const answer = await stage.client.get(`/samples?${queryOf(where)}&sort=id&per_page=100&page=${page}`);
      ids.push(...contentOf(answer).map(({ id }) => Number(id)));
      total = (answer.json as { readonly total_count: number }).total_count;
    }
    return ids;
  };

  test('each row with all values meets what is refused', async () => {
    let refused = 0;
    await holds(
      fc.asyncProperty(conditions(stage.name), async (where) => {
        if (!(await isRefused(where))) return;
        refused++;
        const found = new Set(await find(where));
        expect(valued.filter((id) => !found.has(id))).toEqual([]);
      }),
      runs,
    );
    expect(refused).toBeGreaterThan(runs / 40);
  });

  test('what leaves nothing out is refused', async () => {
    const some = conditions(stage.name);
    const everything = fc.oneof(
      some.map((one): Where => ({ or: [one, { not: one }] })),
      fc
        .tuple(some, some)
        .map(([one, other]): Where => ({ or: [other, { not: { and: [one, other] } }, one] })),
      fc.tuple(some, some).map(([one, other]): Where => ({
        and: [{ or: [{ not: one }, one] }, { or: [other, { not: other }] }],
      })),
      some.map((one): Where => ({ not: { not: { or: [{ not: one }, one] } } })),
      ends(stage.name),
    );
    await holds(
      fc.asyncProperty(everything, async (where) => {
        expect(await isRefused(where)).toBe(true);
      }),
      runs / 2,
    );
  });
});

const ordered = ['count', 'rank', 'wide', 'price', 'share', 'mass', 'speed', 'day', 'at'] as const;

/** Bounds at the ends of a field, and pairs of bounds that meet. */
function ends(name: DatabaseName): fc.Arbitrary<Where> {
  const pools = poolsOf(name);
  // SQLite stores any decimal, whatever digits are declared.
  const fields = ordered.filter(
    (field) => !name.startsWith('sqlite') || (field !== 'price' && field !== 'share'),
  );
  return fc.constantFrom(...fields).chain((field) => {
    const pool = pools[field] ?? [];
    const at = fc.nat({ max: pool.length - 1 });
    return fc.oneof(
      fc.constant({ [`${field}.gte`]: pool[0] }),
      at.map((one) => ({ or: [{ [`${field}.lt`]: pool[one] }, { [`${field}.gte`]: pool[one] }] })),
      at.map((one) => ({
        or: [{ not: { [`${field}.lt`]: pool[one] } }, { not: { [`${field}.gt`]: pool[one] } }],
      })),
      at.map((one) => ({ or: [{ [`${field}.neq`]: pool[one] }, { [`${field}.in`]: [pool[one], pool[0]] }] })),
    );
  });
}

async function fill({ name, client }: DirectStage): Promise<readonly number[]> {
  const pools = poolsOf(name);
  const create = async (path: string, bodies: readonly object[]) => {
    const answer = await client.post(`${path}/bulk`, bodies);
    expect({ status: answer.status, errors: (answer.json as { errors?: unknown }).errors }).toEqual({
      status: 201,
    });
    return (answer.json as readonly { readonly id: number | string }[]).map(({ id }) => id);
  };
  const pick = (field: string) => fc.constantFrom(...(pools[field] ?? []));
  const nullable = (field: string) => fc.option(pick(field), { freq: 9, nil: null });
  const trays = await create(
    '/trays',
    samples(fc.record({ label: pick('label'), rank: nullable('rank') }), 30),
  );
  const plain = ['text', 'count', 'wide', 'price', 'share', 'mass', 'day', 'clock', 'at', 'open', 'colour'];
  const row = fc.record({
    ...Object.fromEntries(plain.map((field) => [field, pick(field)])),
    ...Object.fromEntries(['note', 'rank', 'speed'].map((field) => [field, nullable(field)])),
    tray: fc.constantFrom(...trays),
    spare: fc.option(fc.constantFrom(...trays), { freq: 9, nil: null }),
  });
  const ids = await create('/samples', samples(row, rowCount));
  const part = fc.record({ size: pick('size'), rank: nullable('rank'), sample: fc.constantFrom(...ids) });
  await create('/parts', samples(part, 400, 1));
  const full = {
    and: [
      ...['text', 'note'].map((field) => ({ [`${field}.neq`]: '' })),
      { 'rank.null': false, 'speed.notIn': [3], 'has.parts': true },
      ...['tray', 'spare'].map((edge) => ({ [`some.${edge}`]: { 'rank.notIn': [77], 'label.neq': '' } })),
      { 'all.parts': { 'rank.null': false } },
    ],
  };
  const answer = await client.get(`/samples?${queryOf(full)}&sort=id&per_page=100`);
  const found = contentOf(answer).map(({ id }) => Number(id));
  expect(found.length).toBeGreaterThan(10);
  return found;
}
