// Filter groups of members of different kinds: only what a request can use is there.
import {
  createApi,
  Filter,
  FilterEQ,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqualExact,
  FilterGroupLength,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { bareDataSource } from '../../support/schema-mistakes.js';

const flag = { type: 'boolean', nullable: true } as const;
const size = (...sizes: string[]) => ({ type: 'simple-enum', enum: sizes }) as const;

@Entity()
class Box {
  @PrimaryGeneratedColumn() id!: number;

  @Column(flag) @Filter(FilterGroupEqualExact) @FilterGroup('mixed') open!: boolean | null;
  @Column({ type: 'int', nullable: true })
  @Filter(FilterGroupEqualExact)
  @FilterGroup('mixed')
  @FilterGroup('amount')
  count!: number | null;
  @Column({ type: 'bigint' }) @Filter(FilterEQ, FilterGroupLength) @FilterGroup('amount') total!: string;
  @Column({ type: 'decimal', precision: 9, scale: 2 })
  @Filter(FilterEQ)
  @FilterGroup('amount')
  price!: string;

  @Column(size('S', 'M'))
  @Filter(FilterEQ, FilterGroupArray)
  @FilterGroup('apart')
  @FilterGroup('common')
  inner!: string;
  @Column(size('L', 'XL')) @Filter(FilterEQ, FilterGroupArray) @FilterGroup('apart') outer!: string;
  @Column(size('M', 'L')) @Filter(FilterEQ, FilterGroupArray) @FilterGroup('common') lid!: string;
  @Column() @Filter(FilterEQ) @FilterGroup('common') label!: string;
}

const sample = {
  open: null,
  count: 5,
  total: '7',
  price: '9.50',
  inner: 'M',
  outer: 'L',
  lid: 'L',
  label: 'M',
};
const boxes: Fixture = {
  entities: [Box],
  options: {},
  fill: async (dataSource) => {
    await dataSource
      .getRepository(Box)
      .insert([{ ...sample }, { ...sample, count: null, inner: 'S', label: '5' }]);
  },
};

forEachDatabase(boxes, (stage) => {
  test.each(['mixed.eq=1', 'mixed.eq=true', 'apart.eq=S', 'apart.in=S', 'apart.notIn=L', 'common.in=M'])(
    'there is no filter that every value breaks: %s',
    async (query) => {
      const [fault] = expectProblem(await stage.client.get(`/boxes?${query}`), 400, 'invalid_request');
      expect(fault?.code).toBe('unknown_parameter');
    },
  );

  test.each([
    ['mixed.null=false', [1]],
    ['amount.eq=5', [1]],
    ['amount.eq=7', [1, 2]],
    ['common.eq=M', [1]],
  ])('what some value fits is there: %s', async (query, ids) => {
    expect(valuesOf(await stage.client.get(`/boxes?${query}`), 'id')).toEqual(ids);
  });
});

test('the document has what can be used alone, and the log what cannot', async () => {
  const warnings: string[] = [];
  const logger = { error: () => {}, warn: (_: object, message: string) => warnings.push(message) };
  const dataSource = await bareDataSource([Box]);
  const names = Object.values(
    openApiDocument(createApi(dataSource, { logger })).components?.parameters ?? {},
  ).map((parameter) => ('name' in parameter ? parameter.name : ''));
  expect(names.filter((name) => /^(mixed|amount|apart|common)\./.test(name)).sort()).toEqual([
    'amount.eq',
    'common.eq',
    'mixed.null',
  ]);
  await dataSource.destroy();
  expect(warnings).toContain(
    "No value fits all members of the filter group 'mixed' of Box, so filters that take a value are left out: open (boolean), count (integer).",
  );
});
