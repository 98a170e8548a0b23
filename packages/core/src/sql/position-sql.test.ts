// The condition that a row comes after a position, in each dialect; the same for cursors and for batches.
import {
  compiledClinic,
  dialectNames,
  type Compiled,
  type DialectName,
} from '../../../../test/support/compiled-sql.js';
import type { PositionValue } from '../plan/cursor-token.js';
import type { SelectPlan } from '../plan/plan.js';
import { planFirstBatch, planNextBatch } from '../plan/position-plan.js';
import { compileShape } from './shape-sql.js';
import { estimateScans } from './table-scans.js';

const clinics = new Map<DialectName, Compiled>();

beforeAll(async () => {
  for (const name of dialectNames) clinics.set(name, await compiledClinic(name));
});

/** WHERE and ORDER BY of the batch after a position, in each dialect. */
async function clausesAfter(target: string, row: readonly PositionValue[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, { context, plan }] of clinics) {
    const list = (await plan('GET', target)) as SelectPlan;
    const { shape, values } = planNextBatch(planFirstBatch(list, 500), row);
    const { binder, rows } = compileShape(context, shape);
    const { text } = binder.statement(rows()).fitLists(values);
    found[name] = text.replace(/^.*? WHERE /, 'WHERE ').replace(/ LIMIT .*/, '');
  }
  return found;
}

test('keys that run one way and are never NULL are one row value, except on MySQL', async () => {
  expect(await clausesAfter('/pets?sort=name', ['Bo', 7])).toEqual({
    sqlite: 'WHERE (t."name", t."id") > (?, ?) ORDER BY t."name" ASC, t."id" ASC',
    postgres: 'WHERE (t."name", t."id") > ($1, $2) ORDER BY t."name" ASC, t."id" ASC',
    mysql:
      'WHERE t.`name` >= ? AND (t.`name` > ? OR t.`name` = ? AND t.`id` > ?) ORDER BY t.`name` ASC, t.`id` ASC',
  });
});

test('keys of both directions are spelled out, behind a bound that an index finds', async () => {
  expect(await clausesAfter('/pets?sort=name,-id', ['Bo', 7])).toMatchObject({
    postgres:
      'WHERE t."name" >= $1 AND (t."name" > $1 OR t."name" = $1 AND t."id" < $2) ORDER BY t."name" ASC, t."id" DESC',
  });
});

test.each([
  ['/pets?sort=age', [3, 7], 't."age" >= $1 AND (t."age" > $1 OR t."age" = $1 AND t."id" > $2)'],
  ['/pets?sort=age', [null, 7], '(t."age" IS NOT NULL OR t."age" IS NULL AND t."id" > $1)'],
  ['/pets?sort=-age', [3, 7], '((t."age" < $1 OR t."age" IS NULL) OR t."age" = $1 AND t."id" < $2)'],
  ['/pets?sort=-age', [null, 7], '(t."age" IS NULL AND t."id" < $1)'],
  ['/bills?sort=high', [3, 7], '((t."high" > $1 OR t."high" IS NULL) OR t."high" = $1 AND t."id" > $2)'],
  ['/bills?sort=-high', [null, 7], '(t."high" IS NOT NULL OR t."high" IS NULL AND t."id" < $1)'],
  ['/bills?sort=late', [null, 7], '(t."late" IS NULL AND t."id" > $1)'],
  ['/bills?sort=-early', [null, 7], '(t."early" IS NOT NULL OR t."early" IS NULL AND t."id" < $1)'],
] as const)('%s after %j', async (target, row, condition) => {
  const { postgres } = await clausesAfter(target, row);
  expect(postgres).toMatch(/^WHERE (.*) ORDER BY/);
  expect(postgres?.replace(/^WHERE (.*) ORDER BY.*$/, '$1')).toBe(condition);
});

test('a sort value that is looked up is computed once, in a subquery', async () => {
  const clinic = clinics.get('postgres');
  const list = (await clinic?.plan('GET', '/keepers/1/pets?sort=visits.count')) as SelectPlan;
  const { shape } = planNextBatch(planFirstBatch(list, 500), [2, 7]);
  expect(shape.key).toMatch(/;batch;kf11$/);
  if (!clinic) throw new Error('No clinic.');
  const text = compileShape(clinic.context, shape).rows();
  expect(text.match(/COUNT\(\*\)/g)).toHaveLength(1);
});

test('batches have the values of their list, their position, and one row more', async () => {
  const clinic = clinics.get('sqlite');
  const list = (await clinic?.plan('GET', '/pets?sort=name&age.eq=3&page=2')) as SelectPlan;
  const first = planFirstBatch(list, 500);
  expect([first.values, first.shape.key]).toEqual([[3, 501, 0], `${list.shape.key};batch;ks`]);
  const second = planNextBatch(first, ['Bo', 7]);
  expect([second.values, second.shape.position]).toEqual([
    [3, 'Bo', 7, 501, 0],
    {
      side: 'after',
      terms: [
        { kind: 'value', slot: 1 },
        { kind: 'value', slot: 2 },
      ],
    },
  ]);
  const third = planNextBatch(second, ['Cy', 8]);
  expect([third.values, third.shape.key]).toEqual([[3, 'Cy', 8, 501, 0], second.shape.key]);
  expect([third.shape.count, third.page]).toEqual(['none', { page: null, perPage: 500, cursors: null }]);
});

test('a batch in the order of the key scans no table; one in another order sorts what is left', async () => {
  const clinic = clinics.get('sqlite');
  if (!clinic) throw new Error('No clinic.');
  const scansOf = async (target: string, row: readonly PositionValue[]) => {
    const list = (await clinic.plan('GET', target)) as SelectPlan;
    return estimateScans(clinic.context, planNextBatch(planFirstBatch(list, 500), row).shape);
  };
  expect(await scansOf('/pets', [7])).toEqual([]);
  expect(await scansOf('/pets?sort=name', ['Bo', 7])).toMatchObject([{ table: 'pet', weight: 1 }]);
});
