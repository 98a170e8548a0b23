// A `where` in, a condition or its faults out: one shape for one meaning, and a pointer to each mistake.
import 'reflect-metadata';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { planRequests, type RequestPlanner } from '../../../../test/support/plan-request.js';
import { Filter, FilterDepth, FilterGroup, RequireFilter, Where } from '../annotation/filter-annotation.js';
import { Skip } from '../annotation/exposure-annotation.js';
import {
  FilterContains,
  FilterEQ,
  FilterEdge,
  FilterGT,
  FilterIn,
  FilterIsNil,
} from '../vocabulary/predicate.js';
import type { Condition } from './terms.js';

@Entity()
@Where()
@FilterDepth(2)
class Keeper {
  @PrimaryGeneratedColumn() @Filter(FilterEQ) id!: number;
  @Filter(FilterEQ) @FilterGroup('word') @Column() name!: string;
  @OneToMany(() => Animal, (animal) => animal.keeper) @Filter(FilterEdge, FilterIsNil) animals!: Animal[];
}

@Entity()
@Where()
class Animal {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ, FilterIn, FilterContains) @FilterGroup('word') @Column() name!: string;
  @Filter(FilterContains) @FilterGroup('word') @Column() food!: string;
  @Filter(FilterEQ, FilterGT, FilterIn, FilterIsNil) @Column('integer', { nullable: true }) age!:
    number | null;
  @Filter(FilterEQ) @Column('bigint') weight!: string;
  @Filter(FilterEQ) @Column('float') height!: number;
  @Filter(FilterEQ) @Column('boolean') tame!: boolean;
  @Filter(FilterEQ) @Column('date') born!: string;
  @Filter(FilterEQ) @Column('simple-enum', { enum: ['AIR', 'SEA'] }) realm!: string;
  @Skip() @Column({ default: '' }) secret!: string;
  @Column({ select: false, default: '' }) unread!: string;
  @Index()
  @Filter(FilterEdge, FilterIsNil)
  @ManyToOne(() => Keeper, (keeper) => keeper.animals)
  keeper!: Relation<Keeper>;
}

@Entity()
@RequireFilter('room.eq', 'floor.eq')
@Where()
class Stall {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Column() room!: string;
  @Filter(FilterEQ) @Column('integer') floor!: number;
}

@Entity()
class Plain {
  @PrimaryGeneratedColumn() id!: number;
  @Filter(FilterEQ) @Column() name!: string;
}

let api: RequestPlanner;

beforeAll(async () => {
  api = await planRequests([Keeper, Animal, Stall, Plain], {
    limits: { filters: 4, listLength: 2, valueLength: 24, whereLength: 200, whereDepth: 4 },
  });
});

function target(path: string, where: unknown, more = ''): string {
  const text = typeof where === 'string' ? where : JSON.stringify(where);
  return `GET ${path}?where=${encodeURIComponent(text)}${more}`;
}

/** A condition as text: filters by name and slot. */
function describeCondition(condition: Condition | null): string {
  if (!condition) return 'none';
  switch (condition.is) {
    case 'filters':
      return condition.terms
        .map(({ filter, slot, negated }) => `${negated ? '!' : ''}${filter.name}@${slot}`)
        .join(' ');
    case 'and':
    case 'or':
      return `${condition.is}(${condition.of.map(describeCondition).join('; ')})`;
    case 'not':
      return `not(${describeCondition(condition.of)})`;
    case 'some':
      return `some ${condition.edge.name}(${describeCondition(condition.of)})`;
  }
}

describe('a condition', () => {
  test.each<[string, unknown, string, unknown[]]>([
    [
      'of filters, in the order of the model',
      { 'age.gt': 3, 'name.eq': 'Leo' },
      'name.eq@0 age.gt@1',
      ['Leo', 3],
    ],
    ['of a list', { 'age.in': [1, 2] }, 'age.in@0', [[1, 2]]],
    ['of a flag', { 'age.null': false }, '!age.null@0', []],
    ['of a group', { 'word.has': 'hay' }, 'word.has@0', ['hay', 'hay']],
    ['of numbers as text', { 'weight.eq': '9007199254740993' }, 'weight.eq@0', ['9007199254740993']],
    ['of other types', { 'height.eq': 1.5, 'tame.eq': true }, 'height.eq@0 tame.eq@1', [1.5, true]],
    ['of -0, which is 0', { 'age.gt': -0, 'height.eq': -0 }, 'age.gt@0 height.eq@1', [0, 0]],
    [
      'of alternatives',
      { or: [{ 'age.gt': 3 }, { 'name.eq': 'Leo' }] },
      'or(name.eq@0; age.gt@1)',
      ['Leo', 3],
    ],
    ['of a negation', { not: { 'age.gt': 3 } }, 'not(age.gt@0)', [3]],
    ['of none', { 'none.keeper': { 'name.eq': 'a' } }, 'not(some keeper(name.eq@0))', ['a']],
    ['of all', { 'all.keeper': { 'name.eq': 'a' } }, 'not(some keeper(not(name.eq@0)))', ['a']],
  ])('%s', async (_, where, condition, values) => {
    const { shape, values: bound } = await api.select(target('/animals', where));
    expect(describeCondition(shape.where)).toBe(condition);
    expect(bound.slice(0, -2)).toEqual(values);
  });

  test('two edges deep', async () => {
    const where = {
      'some.animals': { 'some.keeper': { 'name.eq': 'a' }, 'keeper.name.eq': 'b', 'age.gt': 1 },
    };
    const { shape, values } = await api.select(target('/keepers', where));
    expect(describeCondition(shape.where)).toBe(
      'some animals(and(age.gt@0 keeper.name.eq@1; some keeper(name.eq@2)))',
    );
    expect(values.slice(0, -2)).toEqual([1, 'b', 'a']);
  });

  test('comes after the filters of the query, and after the parent of an edge', async () => {
    const beside = await api.select(target('/animals', { 'age.gt': 3 }, '&name.eq=Leo&filter_op=or'));
    expect(describeCondition(beside.shape.where)).toBe('age.gt@1');
    expect([beside.values, beside.shape.window]).toEqual([
      ['Leo', 3, 10, 0],
      { kind: 'page', limitSlot: 2, offsetSlot: 3 },
    ]);
    const { shape, values } = await api.select(target('/keepers/7/animals', { 'age.gt': 3 }));
    expect([describeCondition(shape.where), values]).toEqual(['age.gt@1', [7, 3, 10, 0]]);
  });
});

describe('one meaning has one shape', () => {
  const a = { 'age.gt': 1 };
  const b = { 'name.eq': 'b' };
  const bo = { 'animals.name.eq': 'Bo' };
  const mo = { 'animals.name.eq': 'Mo' };

  test.each<[string, string, unknown, unknown]>([
    ['the order of members', '/animals', { ...a, ...b }, { ...b, ...a }],
    ['the order of alternatives', '/animals', { or: [a, b] }, { or: [b, a] }],
    ['one alternative', '/animals', { or: [a] }, a],
    ['one conjunct', '/animals', { and: [{ and: [a] }] }, a],
    ['conjuncts of an object', '/animals', { and: [a, b] }, { ...a, ...b }],
    ['alternatives among alternatives', '/animals', { or: [a, { or: [b, a] }] }, { or: [a, b, a] }],
    ['two negations', '/animals', { not: { not: a } }, a],
    ['none and not some', '/animals', { 'none.keeper': b }, { not: { 'some.keeper': b } }],
    ['other values', '/animals', { or: [a, { 'age.gt': 9 }] }, { or: [{ 'age.gt': 5 }, { 'age.gt': 4 }] }],
    ['rows of two objects, in any order', '/keepers', { and: [bo, mo] }, { and: [mo, bo] }],
  ])('%s', async (_, path, one, other) => {
    const [first, second] = [await api.select(target(path, one)), await api.select(target(path, other))];
    expect(second.shape).toEqual(first.shape);
  });

  test.each<[string, string, unknown, unknown]>([
    [
      'an object of two filters across an edge, and two objects',
      '/keepers',
      { 'animals.name.eq': 'a', 'animals.age.gt': 1 },
      { and: [bo, { 'animals.age.gt': 1 }] },
    ],
    ['AND and OR', '/animals', { and: [a, b] }, { or: [a, b] }],
    ['a flag and its negation', '/animals', { 'age.null': true }, { 'age.null': false }],
    ['some and none', '/animals', { 'some.keeper': b }, { 'none.keeper': b }],
    ['none and all', '/animals', { 'none.keeper': b }, { 'all.keeper': b }],
    ['a negation of both, and of one', '/animals', { not: { ...a, ...b } }, { not: a, ...b }],
  ])('other shapes: %s', async (_, path, one, other) => {
    const [first, second] = [await api.select(target(path, one)), await api.select(target(path, other))];
    expect(second.shape.key).not.toBe(first.shape.key);
  });

  test('a shape is kept from its second use, and others keep their keys', async () => {
    const { shape } = await api.select(target('/animals', a));
    const { shape: plain } = await api.select('GET /animals?age.gt=1');
    expect([shape.keptFrom, plain.keptFrom]).toEqual(['second use', 'first use']);
    expect(shape.key.includes(';w')).toBe(true);
    expect(plain.key.includes(';w')).toBe(false);
  });
});

describe('a fault', () => {
  test.each<[string, unknown, string[]]>([
    ['not JSON', '{', ['where malformed_parameter']],
    ['nothing', '', ['where malformed_parameter']],
    ['no object', 3, ['where wrong_type']],
    ['an array', [], ['where wrong_type']],
    ['null', null, ['where wrong_type']],
    ['an empty object', {}, ['where malformed_parameter']],
    ['no conjuncts', { and: [] }, ['where/and malformed_parameter']],
    ['an empty negation', { not: {} }, ['where/not malformed_parameter']],
    ['an empty quantifier', { 'some.keeper': {} }, ['where/some.keeper malformed_parameter']],
    ['no array', { or: { 'age.gt': 1 } }, ['where/or wrong_type']],
    ['a key twice', '{"age.gt":3,"age.gt":5}', ['where/age.gt malformed_parameter']],
    ['a key twice, one escaped', '{"age.gt":3,"\\u0061ge.gt":5}', ['where/age.gt malformed_parameter']],
    [
      'a key twice, deep inside',
      '{"or":[{"age.gt":1},{"not":{"age.gt":3,"age.gt":5}}]}',
      ['where/or/1/not/age.gt malformed_parameter'],
    ],
    ['__proto__', '{"__proto__":{}}', ['where/__proto__ unknown_key']],
    ['a member of every object', { constructor: 1 }, ['where/constructor unknown_key']],
    ['a text for a number', { 'age.gt': '3' }, ['where/age.gt wrong_type']],
    ['a number for a bigint', { 'weight.eq': 3 }, ['where/weight.eq wrong_type']],
    ['a fraction for an integer', { 'age.gt': 1.5 }, ['where/age.gt wrong_type']],
    ['an integer past its column', { 'age.gt': 1e300 }, ['where/age.gt wrong_format']],
    ['a number too large for JSON', '{"height.eq":1e999}', ['where/height.eq wrong_format']],
    [
      'null for a value',
      { 'age.gt': null, 'name.eq': null },
      ['where/age.gt wrong_type', 'where/name.eq wrong_type'],
    ],
    ['a flag as text', { 'age.null': 'true' }, ['where/age.null wrong_type']],
    ['a value for a list', { 'age.in': 1 }, ['where/age.in wrong_type']],
    ['an empty list', { 'age.in': [] }, ['where/age.in malformed_parameter']],
    ['an item of another type', { 'age.in': [1, 'a'] }, ['where/age.in/1 wrong_type']],
    ['the empty text of an enum', { 'realm.eq': '' }, ['where/realm.eq wrong_format']],
    ['a list past its limit', { 'age.in': [1, 2, 3] }, ['where/age.in too_many']],
    ['a text past its limit', { 'name.eq': 'a'.repeat(25) }, ['where/name.eq too_long']],
    ['NUL', { 'name.eq': '\0' }, ['where/name.eq invalid']],
    ['half of a surrogate pair', '{"name.eq":"\\ud800"}', ['where/name.eq invalid']],
    ['a day that does not exist', { 'born.eq': '2026-02-30' }, ['where/born.eq wrong_format']],
    ['none of an enum', { 'realm.eq': 'FIRE' }, ['where/realm.eq wrong_format']],
    ['a value longer than its limit', { 'name.eq': 'a'.repeat(200) }, ['where too_long']],
    [
      'objects past their limit',
      { not: { not: { not: { not: { 'age.gt': 1 } } } } },
      ['where/not/not/not/not too_many'],
    ],
    ['arrays past their limit', '['.repeat(100) + ']'.repeat(100), [`where${'/0'.repeat(9)} too_many`]],
    [
      'filters past their limit',
      { or: [1, 2, 3, 4, 5].map((age) => ({ 'age.gt': age })) },
      ['where/or/4/age.gt too_many'],
    ],
    [
      'a filter past the edges',
      { 'some.keeper': { 'animals.age.gt': 1 } },
      ['where/some.keeper/animals.age.gt unknown_key'],
    ],
    [
      'an edge past the edges',
      { 'some.keeper': { 'has.animals': true, 'animals.null': true, 'some.animals': { 'age.gt': 1 } } },
      [
        'where/some.keeper/has.animals unknown_key',
        'where/some.keeper/animals.null unknown_key',
        'where/some.keeper/some.animals unknown_key',
      ],
    ],
    [
      'the group of another entity',
      { 'some.keeper': { 'word.has': 'a' } },
      ['where/some.keeper/word.has unknown_key'],
    ],
    ['escaped in its pointer', { 'a/b~c': 1 }, ['where/a~1b~0c unknown_key']],
    [
      'all at once',
      { 'age.gt': 'x', or: [{ 'nosuch.eq': 1 }, {}], 'name.eq': 3 },
      [
        'where/age.gt wrong_type',
        'where/or/0/nosuch.eq unknown_key',
        'where/or/1 malformed_parameter',
        'where/name.eq wrong_type',
      ],
    ],
  ])('%s', async (_, where, faults) => {
    expect([...(await api.faults(target('/animals', where)))].sort()).toEqual([...faults].sort());
  });

  test('more filters than the limit, with those of the query', async () => {
    const where = { or: [1, 2, 3].map((age) => ({ 'age.gt': age })) };
    expect(await api.faults(target('/animals', where, '&name.eq=a&food.has=b'))).toEqual([
      'where/or/2/age.gt too_many',
    ]);
    expect(await api.faults(target('/animals', where, '&name.eq=a'))).toEqual([]);
  });

  test('given twice, or where lists do not take it', async () => {
    const twice = target('/animals', { 'age.gt': 1 }, '&where=x');
    expect(await api.faults(twice)).toEqual(['where duplicate_parameter']);
    expect(await api.faults(target('/plains', { 'name.eq': 'a' }))).toEqual(['where unknown_parameter']);
  });

  test('hidden and missing names are told in the same words', async () => {
    const details = async (name: string) => {
      const error = await api.plan(target('/animals', { [name]: 'x' })).catch((thrown: unknown) => thrown);
      return JSON.stringify(error).replaceAll(name, 'NAME');
    };
    const missing = await details('nosuch.eq');
    for (const hidden of ['secret.eq', 'unread.eq', 'food.eq', 'age.has'])
      expect(await details(hidden)).toBe(missing);
  });
});

describe('a required filter', () => {
  test.each<[string, unknown, string]>([
    ['as a parameter', null, '&room.eq=a'],
    ['alone beside filter_op', null, '&room.eq=a&filter_op=or'],
    ['among others', null, '&room.eq=a&id.eq=1'],
    ['another of them', { 'floor.eq': 1 }, ''],
    ['in an object', { 'room.eq': 'a' }, ''],
    ['in and', { and: [{ 'room.eq': 'a' }, { not: { 'floor.eq': 1 } }] }, ''],
    ['as the only alternative', { or: [{ 'room.eq': 'a' }] }, ''],
  ])('%s', async (_, where, more) => {
    const given =
      where === null
        ? `GET /stalls?${more.replace('&id.eq=1', '').slice(1)}`
        : target('/stalls', where, more);
    expect(await api.faults(given)).toEqual([]);
  });

  test.each<[string, string]>([
    ['missing', 'GET /stalls'],
    ['as an alternative of the query', 'GET /stalls?room.eq=a&floor.eq=1&filter_op=or'],
    ['in or', target('/stalls', { or: [{ 'room.eq': 'a' }, { 'floor.eq': 1 }] })],
    ['in not', target('/stalls', { not: { 'room.eq': 'a' } })],
  ])('does not count: %s', async (_, request) => {
    expect(await api.faults(request)).toEqual(['room.eq required']);
  });

  test('with null is refused', async () => {
    expect(await api.faults(target('/stalls', { 'room.eq': null }))).toEqual(['where/room.eq wrong_type']);
  });
});
