// Queries in, plans out: filters, order and pages as data, or all faults of the query.
import 'reflect-metadata';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { planRequests, type RequestPlanner } from '../../../../test/support/plan-request.js';
import { Filter, FilterGroup } from '../annotation/filter-annotation.js';
import { MaxItemsPerPage, Pagination } from '../annotation/page-annotation.js';
import { DefaultOrder, DefaultSort, Sortable } from '../annotation/sort-annotation.js';
import { OrderDesc } from '../vocabulary/order.js';
import {
  FilterContains,
  FilterEQ,
  FilterEdge,
  FilterGT,
  FilterIn,
  FilterIsNil,
} from '../vocabulary/predicate.js';
import type { SelectShape } from './plan.js';

@Entity()
@DefaultSort('name')
@DefaultOrder(OrderDesc)
class Keeper {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Sortable() @Column() name!: string;
  @OneToMany(() => Animal, (animal) => animal.keeper) animals!: Animal[];
}

@Entity()
@MaxItemsPerPage(50)
class Animal {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ, FilterIn, FilterContains) @FilterGroup('word') @Sortable() @Column() name!: string;
  @Filter(FilterContains) @FilterGroup('word') @Column() food!: string;
  @Filter(FilterGT, FilterIn, FilterIsNil) @Sortable() @Column('integer', { nullable: true }) age!:
    number | null;
  @Filter(FilterEdge, FilterIsNil)
  @Index()
  @ManyToOne(() => Keeper, (keeper) => keeper.animals)
  keeper!: Keeper;
}

@Entity()
@Pagination(false)
class Stall {
  @PrimaryColumn() house!: string;
  @PrimaryColumn('integer') number!: number;
  @Sortable() @Column() size!: number;
}

let api: RequestPlanner;

beforeAll(async () => {
  api = await planRequests([Keeper, Animal, Stall], { limits: { filters: 3, listLength: 2, offset: 100 } });
});

const filtersOf = ({ filters }: SelectShape) =>
  filters.map(({ filter, slot, negated }) => `${negated ? 'not ' : ''}${filter.name}@${slot}`);
const sortOf = ({ sort }: SelectShape) =>
  sort.map(({ sort: { key }, descending }) => `${descending ? '-' : ''}${key}`);

describe('filters', () => {
  test.each([
    ['none', '', [], [10, 0]],
    ['of one value', 'name.eq=Leo', ['name.eq@0'], ['Leo', 10, 0]],
    ['in the order of the model', 'age.gt=3&name.eq=Leo', ['name.eq@0', 'age.gt@1'], ['Leo', 3, 10, 0]],
    ['of many values', 'age.in=1&age.in=2', ['age.in@0'], [[1, 2], 10, 0]],
    ['of flags, which bind nothing', 'age.null=true&name.eq=a', ['name.eq@0', 'age.null@1'], ['a', 10, 0]],
    ['of a flag that is false', 'age.null=false', ['not age.null@0'], [10, 0]],
    ['of a group, a value for each member', 'word.has=hay', ['word.has@0'], ['hay', 'hay', 10, 0]],
    [
      'across an edge',
      'keeper.name.eq=Ada&has.keeper=false',
      ['not has.keeper@0', 'keeper.name.eq@0'],
      ['Ada', 10, 0],
    ],
  ])('%s', async (_, query, filters, values) => {
    const { shape, values: bound } = await api.select(`GET /animals?${query}`);
    expect(filtersOf(shape)).toEqual(filters);
    expect(bound).toEqual(values);
  });

  test('are joined by AND unless filter_op says otherwise', async () => {
    const { shape } = await api.select('GET /animals?age.gt=3');
    const { shape: either } = await api.select('GET /animals?age.gt=3&filter_op=or');
    expect([shape.junction, either.junction]).toEqual(['and', 'or']);
    expect(shape.key).not.toBe(either.key);
  });

  test('with other values, or in another order, have the same shape', async () => {
    const { shape } = await api.select('GET /animals?age.gt=3&name.eq=Leo');
    const { shape: other } = await api.select('GET /animals?name.eq=Rex&age.gt=7');
    expect(other).toEqual(shape);
  });

  test.each([
    ['a value of another kind', 'age.gt=old', ['age.gt malformed_parameter']],
    ['a flag that is neither true nor false', 'age.null=1', ['age.null malformed_parameter']],
    ['an empty item of a list of numbers', 'age.in=', ['age.in malformed_parameter']],
    ['a predicate that the field does not have', 'name.gt=a', ['name.gt unknown_parameter']],
    ['a parameter given twice', 'age.gt=1&age.gt=2', ['age.gt duplicate_parameter']],
    ['a list past its limit', 'age.in=1&age.in=2&age.in=3', ['age.in too_many']],
    ['more filters than the limit', 'age.gt=1&age.in=1&name.eq=a&food.has=b', ['age.gt too_many']],
    ['an unknown junction', 'filter_op=xor', ['filter_op malformed_parameter']],
    [
      'all faults at once',
      'age.gt=old&x=1&sort=y&page=0',
      ['x unknown_parameter', 'age.gt malformed_parameter', 'sort malformed_parameter', 'page out_of_range'],
    ],
  ])('a fault: %s', async (_, query, faults) => {
    expect([...(await api.faults(`GET /animals?${query}`))].sort()).toEqual([...faults].sort());
  });
});

describe('the order', () => {
  test.each([
    ['the key, when nothing is requested', '/animals', ['id']],
    ['the default sort, with the key in its direction', '/keepers', ['-name', '-id']],
    ['the default sort in another direction', '/keepers?order=asc', ['name', 'id']],
    ['ends with the key', '/animals?sort=name', ['name', 'id']],
    [
      'ends with the key in the direction of the last key',
      '/animals?sort=name,-age',
      ['name', '-age', '-id'],
    ],
    ['is total with the key alone', '/animals?sort=-id,name', ['-id']],
    ['of order=desc', '/animals?sort=name&order=desc', ['-name', '-id']],
    ['at random has no key', '/animals?sort=random', ['random']],
    ['ends with all columns of the key', '/stalls?sort=size', ['size', 'house', 'number']],
  ])('%s', async (_, path, keys) => {
    expect(sortOf((await api.select(`GET ${path}`)).shape)).toEqual(keys);
  });

  test.each(['sort=food', 'sort=random,random', 'sort=random,name', 'sort=-random', 'sort=', 'order=up'])(
    'a fault: %s',
    async (query) => {
      const [parameter] = query.split('=');
      expect(await api.faults(`GET /animals?${query}`)).toEqual([`${parameter} malformed_parameter`]);
    },
  );
});

describe('the window', () => {
  test('of a page is its limit and offset, after all other values', async () => {
    const { shape, values, page } = await api.select('GET /animals?name.eq=Leo&page=3&per_page=20');
    expect(shape.window).toEqual({ kind: 'page', limitSlot: 1, offsetSlot: 2 });
    expect(values).toEqual(['Leo', 20, 40]);
    expect(page).toEqual({ page: 3, perPage: 20, cursors: null });
  });

  test('of a list without pages is its limit', async () => {
    const { shape, values, page } = await api.select('GET /stalls');
    expect([shape.window, values, page]).toEqual([{ kind: 'capped', limitSlot: 0 }, [1000], null]);
    expect(await api.faults('GET /stalls?page=1')).toEqual(['page unknown_parameter']);
  });

  test('of an edge comes after the id of its parent', async () => {
    const { shape, values } = await api.select('GET /keepers/7/animals?page=2');
    expect(shape.source).toMatchObject({
      from: 'edge',
      parent: { name: 'Keeper' },
      edge: { name: 'animals' },
    });
    expect([shape.window, values]).toEqual([{ kind: 'page', limitSlot: 1, offsetSlot: 2 }, [7, 10, 10]]);
  });

  test.each([
    ['per_page=51', 'per_page out_of_range'],
    ['per_page=few', 'per_page malformed_parameter'],
    ['page=-1', 'page out_of_range'],
    ['page=1.5', 'page malformed_parameter'],
    ['page=12', 'page out_of_range'],
  ])('a fault: %s', async (query, fault) => {
    expect(await api.faults(`GET /animals?${query}`)).toEqual([fault]);
  });
});

describe('one row', () => {
  test('is read by its id, or by the id at the start of its edge', async () => {
    const own = await api.select('GET /animals/7');
    const related = await api.select('GET /animals/7/keeper');
    expect([own.shape.source.from, own.shape.subject.name, own.values]).toEqual(['id', 'Animal', [7]]);
    expect([related.shape.source.from, related.shape.subject.name, related.values]).toEqual([
      'edge',
      'Keeper',
      [7],
    ]);
  });

  test('with a key of several columns is read by a value for each', async () => {
    expect((await api.select('GET /stalls/a%252Cb,7')).values).toEqual(['a,b', 7]);
  });

  test.each(['GET /animals/x', 'GET /animals/07', 'GET /stalls/a', 'GET /stalls/a,x'])(
    '%s does not exist',
    async (request) => {
      await expect(api.plan(request)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});
