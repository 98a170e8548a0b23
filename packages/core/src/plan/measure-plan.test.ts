// Queries of aggregates in, plans out: keys, measures, conditions and order as data, or all faults of the query.
import 'reflect-metadata';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { planRequests, type RequestPlanner } from '../../../../test/support/plan-request.js';
import { Filter } from '../annotation/filter-annotation.js';
import { Groupable, Measure } from '../annotation/report-annotation.js';
import { FilterGT } from '../vocabulary/predicate.js';
import type { AggregatePlan } from './plan.js';

@Entity()
class Herd {
  @PrimaryGeneratedColumn() id!: number;
  @Groupable() @Column() name!: string;
  @OneToMany(() => Goat, (goat) => goat.herd) goats!: Goat[];
}

@Entity()
class Goat {
  @PrimaryGeneratedColumn() id!: number;
  @Groupable() @Column() name!: string;
  @Filter(FilterGT) @Measure('sum', 'avg') @Column('integer') age!: number;
  @Index() @Groupable() @ManyToOne(() => Herd, (herd) => herd.goats) herd!: Herd;
}

let api: RequestPlanner;

beforeAll(async () => {
  api = await planRequests([Herd, Goat]);
});

async function planned(request: string): Promise<AggregatePlan> {
  const plan = await api.plan(request);
  if (plan.kind !== 'aggregate') throw new Error(`${request} is no aggregate.`);
  return plan;
}

test('the order of conditions and filters is that of the model, values follow their slots', async () => {
  const one = await planned(
    'GET /goats/aggregate?measures=age.sum,age.avg&having.age.avg.lt=2.5&having.age.sum.gte=7&age.gt=1&per_page=5&page=3',
  );
  const other = await planned(
    'GET /goats/aggregate?age.gt=1&having.age.sum.gte=7&having.age.avg.lt=2.5&measures=age.sum,age.avg&per_page=5&page=3',
  );
  expect(one.shape.key).toBe(other.shape.key);
  expect(one.values).toEqual([1, '7', '2.5', 5, 10]);
  expect(other.values).toEqual(one.values);
  expect(one.shape.having.map(({ having, slot }) => [having.name, slot])).toEqual([
    ['having.age.sum.gte', 1],
    ['having.age.avg.lt', 2],
  ]);
});

test('keys and measures keep the order of the request, which is part of the shape', async () => {
  const one = await planned('GET /goats/aggregate?measures=age.avg,age.sum&group_by=herd.name,name');
  const other = await planned('GET /goats/aggregate?measures=age.sum,age.avg&group_by=name,herd.name');
  expect(one.shape.keys.map(({ name }) => name)).toEqual(['herd.name', 'name']);
  expect(one.shape.measures.map(({ name }) => name)).toEqual(['age.avg', 'age.sum']);
  expect(one.shape.key).not.toBe(other.shape.key);
});

test.each([
  ['', ['k0', 'k1']],
  ['&order=desc', ['-k0', '-k1']],
  ['&sort=-age.sum', ['-m0', '-k0', '-k1']],
  ['&sort=herd,-age.sum', ['k1', '-m0', '-k0']],
  ['&sort=name&order=desc', ['-k0', '-k1']],
])('the order of groups with "%s" has all keys', async (query, order) => {
  const { shape } = await planned(`GET /goats/aggregate?measures=age.sum&group_by=name,herd${query}`);
  expect(shape.sort.map(({ by, at, descending }) => `${descending ? '-' : ''}${by[0]}${at}`)).toEqual(order);
});

test('the rows of an edge start from its parent', async () => {
  const plan = await planned('GET /herds/4/goats/aggregate?measures=age.sum&age.gt=2');
  expect(plan.shape.rows.source).toMatchObject({ from: 'edge' });
  expect(plan.values.slice(0, 2)).toEqual([4, 2]);
});

test('a class without a count of rows requires measures; all faults are reported', async () => {
  expect(await api.faults('GET /goats/aggregate')).toEqual(['measures required']);
  expect(
    await api.faults('GET /goats/aggregate?measures=age.max&group_by=x&sort=y&having.age.sum.eq=z&q=1'),
  ).toEqual([
    'q unknown_parameter',
    'group_by malformed_parameter',
    'measures malformed_parameter',
    'having.age.sum.eq malformed_parameter',
    'sort malformed_parameter',
  ]);
});
