// `where` over HTTP: what each word means, what is refused, what a policy hides, and which filters a list requires.
import {
  CursorPagination,
  Filter,
  FilterContains,
  FilterDepth,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterGroupLength,
  FilterIn,
  FilterIsNil,
  FilterNEQ,
  Measure,
  policyFor,
  RequireFilter,
  Where,
  type PolicyRequest,
} from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
@Where()
@FilterDepth(2)
@Measure('count')
class Owner {
  @PrimaryGeneratedColumn() @Filter(FilterEQ) id!: number;
  @Column({ length: 20 }) @Filter(FilterEQ) @FilterGroup('search') name!: string;
  @OneToMany(() => Pet, (pet) => pet.owner) @Filter(FilterEdge, FilterIsNil) pets!: Pet[];
}

@Entity()
@Where()
@Measure('count')
@CursorPagination()
class Pet {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ length: 20 }) @Filter(FilterEQ, FilterIn, FilterContains) @FilterGroup('search') name!: string;
  @Column({ type: 'int', nullable: true }) @Filter(FilterEQ, FilterNEQ, FilterGroupLength, FilterIsNil) age!:
    number | null;
  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @Filter(FilterEdge)
  owner!: Relation<Owner> | null;
  @OneToMany(() => Visit, (visit) => visit.pet) @Filter(FilterEdge) visits!: Visit[];
}

@Entity()
@Measure('count')
@RequireFilter('cost.gte')
class Visit {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'bigint', nullable: true }) @Filter(FilterGroupLength) cost!: string | null;
  @ManyToOne(() => Pet, (pet) => pet.visits, { nullable: false }) pet!: Relation<Pet>;
}

interface State {
  readonly hidden: readonly string[];
}

const names = ['Bo', 'Mo', 'Otto'];

/** Pets of some names are hidden. */
const petPolicy = policyFor(Pet, ({ state }: PolicyRequest<State | undefined>) =>
  state ? { name: names.filter((name) => !state.hidden.includes(name)) } : true,
);

/** Two edges from an owner. */
const visitPolicy = policyFor(Visit, ({ state }: PolicyRequest<State | undefined>) =>
  state?.hidden.includes('visits') ? { id: [] } : true,
);

const pets = [
  { id: 1, name: 'Bo', age: 3, owner: { id: 1 } },
  { id: 2, name: 'Mo', age: null, owner: { id: 1 } },
  { id: 3, name: 'Bo', age: 5, owner: { id: 2 } },
  { id: 4, name: 'Otto', age: null, owner: null },
];

async function fill(dataSource: DataSource): Promise<void> {
  await dataSource
    .getRepository(Owner)
    .insert(['Ada', 'Ben', 'Cleo'].map((name, at) => ({ id: at + 1, name })));
  await dataSource.getRepository(Pet).insert(pets);
  await dataSource.getRepository(Visit).insert([
    { id: 1, cost: '100', pet: { id: 1 } },
    { id: 2, cost: null, pet: { id: 2 } },
    { id: 3, cost: '9007199254740993', pet: { id: 3 } },
  ]);
}

function target(path: string, where: unknown, more = ''): string {
  const text = typeof where === 'string' ? where : JSON.stringify(where);
  return `${path}?where=${encodeURIComponent(text)}${more}`;
}

async function ids(stage: DirectStage, path: string, where: unknown, more = ''): Promise<unknown[]> {
  return contentOf(await stage.client.get(target(path, where, more))).map(({ id }) => id);
}

const fixture = { entities: [Owner, Pet, Visit], options: { policies: [petPolicy, visitPolicy] }, fill };

onEachDatabase(fixture, (stage) => {
  test.each<[string, unknown, number[]]>([
    ['/pets', { 'name.eq': 'Bo', 'age.gt': 4 }, [3]],
    ['/pets', { or: [{ 'name.eq': 'Mo' }, { 'age.eq': 3 }] }, [1, 2]],
    [
      '/pets',
      { and: [{ or: [{ 'age.gt': 4 }, { 'age.null': true }] }, { 'name.in': ['Bo', 'Mo'] }] },
      [2, 3],
    ],
    // The complement has the rows without an age; another age has not.
    ['/pets', { not: { 'age.eq': 3 } }, [2, 3, 4]],
    ['/pets', { 'age.neq': 3 }, [3]],
    ['/pets', { 'some.visits': { 'cost.gt': '9007199254740992' } }, [3]],
    ['/pets', { 'none.visits': { 'cost.gte': '1' } }, [2, 4]],
    ['/pets', { 'all.visits': { 'cost.gte': '1' } }, [1, 3, 4]],
    ['/pets', { not: { 'has.owner': true } }, [4]],
    ['/pets', { 'has.owner': false }, [4]],
    ['/pets', { 'some.owner': { 'name.eq': 'Ada' } }, [1, 2]],
    ['/pets', { 'all.owner': { 'name.eq': 'Ada' } }, [1, 2, 4]],
    // One pet with both, or two pets with one each.
    ['/owners', { 'pets.name.eq': 'Mo', 'pets.age.gt': 1 }, []],
    ['/owners', { and: [{ 'pets.name.eq': 'Bo' }, { 'pets.name.eq': 'Mo' }] }, [1]],
    ['/owners', { 'some.pets': { 'some.visits': { 'cost.gt': '1' } } }, [1, 2]],
    ['/owners', { 'all.pets': { 'none.visits': { 'cost.gt': '100' } } }, [1, 3]],
    ['/owners', { 'some.pets': { 'search.has': 'M' } }, [1]],
    ['/owners/1/pets', { not: { 'age.eq': 3 } }, [2]],
  ])('%s %j', async (path, where, found) => {
    expect(await ids(stage, path, where)).toEqual(found);
  });

  test('filters beside it must hold, too', async () => {
    const where = { or: [{ 'age.eq': 3 }, { 'age.null': true }] };
    expect(await ids(stage, '/pets', where, '&name.eq=Bo')).toEqual([1]);
    expect(await ids(stage, '/pets', where, '&name.eq=Otto&age.eq=5&filter_op=or')).toEqual([4]);
  });

  test('a shape that comes once is not kept, whatever its text', async () => {
    for (const name of ['Bo', 'Mo', 'Bo']) {
      const flat = contentOf(await stage.client.get(`/pets?name.eq=${name}`)).length;
      await stage.client.get(target('/pets', { or: [{ 'age.gt': 3 }, { 'name.eq': name }] }));
      expect(await ids(stage, '/pets', { 'name.eq': name })).toHaveLength(flat);
    }
  });

  test('rows that a policy hides are not there, at any depth', async () => {
    const client = stage.client.as({ hidden: ['Bo'] });
    const found = async (where: unknown) =>
      contentOf(await client.get(target('/owners', where))).map(({ id }) => id);
    expect(await found({ 'some.pets': { 'some.visits': { 'cost.gt': '1' } } })).toEqual([]);
    expect(await found({ 'none.pets': { 'name.eq': 'Bo' } })).toEqual([1, 2, 3]);
    expect(await found({ 'all.pets': { 'name.eq': 'Mo' } })).toEqual([1, 2, 3]);
    expect(await found({ not: { 'pets.null': true } })).toEqual([1]);
  });

  test.each(['/owners', '/owners/aggregate'])('nor two edges away, in %s', async (path) => {
    const where = { 'some.pets': { 'some.visits': { 'cost.gt': '1' } } };
    const count = async (client: typeof stage.client) => {
      const { content, total_count: total } = (await client.get(target(path, where))).json as {
        content: readonly { count?: number }[];
        total_count: number;
      };
      return content[0]?.count ?? total;
    };
    expect(await count(stage.client.as({ hidden: [] }))).toBe(2);
    expect(await count(stage.client.as({ hidden: ['visits'] }))).toBe(0);
  });

  test('all faults are told at once, each with its place', async () => {
    const answer = await stage.client.get(
      target('/pets', { 'age.gt': '3', or: [{}, { 'secret.eq': 1 }] }, '&page=0'),
    );
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.json).toMatchObject({
      errors: expect.arrayContaining([
        {
          parameter: 'where',
          pointer: '/age.gt',
          code: 'wrong_type',
          detail: 'The value must be an integer, not a string.',
        },
        {
          parameter: 'where',
          pointer: '/or/1/secret.eq',
          code: 'unknown_key',
          detail: "There is no filter 'secret.eq' here.",
        },
        { parameter: 'page', code: 'out_of_range', detail: "'page' must be a positive integer." },
      ]) as unknown,
    });
  });

  test('aggregates and cursors take it, too', async () => {
    const where = { not: { 'age.eq': 3 } };
    const { json } = await stage.client.get(target('/pets/aggregate', where));
    expect(json).toMatchObject({ content: [{ count: 3 }] });
    const first = await stage.client.get(target('/pets', where, '&per_page=2'));
    const { next_cursor: next } = first.json as { next_cursor: string };
    expect(await ids(stage, '/pets', where, `&per_page=2&after=${next}`)).toEqual([4]);
    const other = await stage.client.get(target('/pets', { 'age.null': true }, `&after=${next}`));
    expect(other.json).toMatchObject({ errors: [{ parameter: 'after', code: 'invalid_cursor' }] });
  });

  test('an aggregate of a list with a required filter needs it', async () => {
    const missing = await stage.client.get('/visits/aggregate');
    expect(missing.json).toMatchObject({ errors: [{ parameter: 'cost.gte', code: 'required' }] });
    expect((await stage.client.get('/visits/aggregate?cost.gte=100')).json).toMatchObject({
      content: [{ count: 2 }],
    });
  });

  test('a list with a required filter', async () => {
    const missing = await stage.client.get('/visits');
    expectProblem(missing, 400, 'invalid_request');
    expect(missing.json).toMatchObject({
      errors: [{ parameter: 'cost.gte', code: 'required', detail: "The filter 'cost.gte' is required." }],
    });
    expect(contentOf(await stage.client.get('/visits?cost.gte=100')).map(({ id }) => id)).toEqual([1, 3]);
    expect(contentOf(await stage.client.get('/pets/1/visits')).map(({ id }) => id)).toEqual([1]);
  });
});

describe('the author is told', () => {
  @Entity()
  @Where()
  class Bare {
    @PrimaryGeneratedColumn() id!: number;
  }

  @Entity()
  @FilterDepth(2)
  @RequireFilter('nmae.eq')
  class Shallow {
    @PrimaryGeneratedColumn() id!: number;
    @Column() @Filter(FilterEQ) name!: string;
  }

  test('of a class without filters, a depth of nothing, a required filter that is not there', async () => {
    expect((await mistakesOf([Bare, Shallow])).split('\n').slice(1)).toEqual([
      '- Bare @Where: the class has no filters for `where`. Add @Filter to a field or an edge, or remove @Where().',
      '- Shallow @FilterDepth: it limits the depth of `where`, which the lists of the class do not take. Add @Where(), or remove @FilterDepth.',
      "- Shallow @RequireFilter: Shallow has no filter 'nmae.eq'. Did you mean 'name.eq'? Use the name of a query parameter, such as 'owner.id.eq'.",
    ]);
  });
});
