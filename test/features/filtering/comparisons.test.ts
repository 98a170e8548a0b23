// What the filters of a request may cost: limits.comparisons counts what the database compares, not the parameters that say so;
// limits.statementLength bounds the statement.
import {
  FilterContainsFold,
  FilterContainsWords,
  FilterDepth,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterIn,
  Filter,
  Includable,
  Where,
} from '@decorest/core';
import fc from 'fast-check';
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
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem, places } from '../../support/problem.js';
import { holds } from '../../support/property.js';

@Entity()
@Where()
@FilterDepth(2)
class Keeper {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter(FilterEQ, FilterIn, FilterContainsFold, FilterContainsWords)
  @FilterGroup('search')
  name!: string;

  @Column({ type: 'varchar', length: 40, default: '' })
  @Filter(FilterContainsFold, FilterContainsWords)
  @FilterGroup('search')
  note!: string;

  @OneToMany(() => Animal, (animal) => animal.keeper)
  @Filter(FilterEdge)
  @FilterGroup('search')
  @Includable()
  animals!: Relation<Animal>[];
}

@Entity()
@Where()
class Animal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  @Filter(FilterEQ, FilterIn, FilterContainsFold, FilterContainsWords)
  @FilterGroup('search')
  name!: string;

  @ManyToOne(() => Keeper, (keeper) => keeper.animals, { nullable: true })
  keeper!: Relation<Keeper> | null;
}

const fill = async (dataSource: DataSource) => {
  await dataSource.getRepository(Keeper).insert([{ name: 'Ada', note: 'feeds' }, { name: 'Bo' }]);
  await dataSource.getRepository(Animal).insert([{ name: 'Rex', keeper: { id: 1 } }]);
};

const entities = [Keeper, Animal];

/** A filter as a member of a `where`, and how many comparisons it makes of a row. */
interface Priced {
  readonly member: Readonly<Record<string, unknown>>;
  readonly price: number;
}

const letters = (count: number) => Array.from('abcdefgh').slice(0, count);

/** Words are padded to 1, 2, 4 or 8; a list costs one comparison for ten values; a group has three members. */
const filters: fc.Arbitrary<Priced> = fc.oneof(
  fc.integer({ min: 1, max: 8 }).map((count) => ({
    member: { 'search.words': letters(count).join(' ') },
    price: 3 * 2 ** Math.ceil(Math.log2(count)),
  })),
  fc.integer({ min: 1, max: 8 }).map((count) => ({
    member: { 'name.words': letters(count).join(' ') },
    price: 2 ** Math.ceil(Math.log2(count)),
  })),
  fc.integer({ min: 1, max: 60 }).map((count) => ({
    member: { 'name.in': Array.from({ length: count }, (_, at) => `n${at}`) },
    price: Math.ceil(count / 10),
  })),
  fc.constant({ member: { 'search.ihas': 'x' }, price: 3 }),
  fc.constant({ member: { 'name.eq': 'x' }, price: 1 }),
  fc.constant({ member: { 'animals.name.ihas': 'x' }, price: 1 }),
);

const limit = 40;

onEachDatabase({ entities, options: { limits: { comparisons: limit } }, fill }, (stage) => {
  test('comparisons are counted, however the request spreads them', async () => {
    const spread = fc.record({
      own: fc.array(filters, { minLength: 1, maxLength: 6 }),
      related: fc.array(
        filters.filter(({ member }) => 'name.eq' in member || 'name.in' in member),
        { maxLength: 3 },
      ),
      is: fc.constantFrom('and', 'or'),
    });
    await holds(
      fc.asyncProperty(spread, async ({ own, related, is }) => {
        const where = JSON.stringify({ [is]: own.map(({ member }) => member) });
        const ofRelated = JSON.stringify({ or: related.map(({ member }) => member) });
        const include =
          related.length === 0 ? '' : `&include=animals&animals.where=${encodeURIComponent(ofRelated)}`;
        const price = [...own, ...related].reduce((sum, filter) => sum + filter.price, 0);
        const answer = await stage.client.get(`/keepers?where=${encodeURIComponent(where)}${include}`);
        if (price <= limit) expect(answer.status).toBe(200);
        else {
          const [fault, ...more] = expectProblem(answer, 400, 'invalid_request');
          expect(more).toEqual([]);
          expect(fault).toMatchObject({
            code: 'too_many',
            detail: expect.stringContaining('limits.comparisons') as unknown,
          });
        }
      }),
      40,
    );
  });

  test('parameters count as a where does', async () => {
    const words = letters(8).join('+');
    expect((await stage.client.get(`/keepers?search.words=${words}`)).status).toBe(200);
    const answer = await stage.client.get(
      `/keepers?search.words=${words}&name.words=${words}&note.words=${words}&search.ihas=x`,
    );
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['search.words']);
  });
});

describe('a statement that is longer than its limit', () => {
  onEachDatabase({ entities, options: { limits: { statementLength: 1_500 } }, fill }, (stage) => {
    test('is refused, and a shorter one of the same list is not', async () => {
      const where = JSON.stringify({
        or: Array.from({ length: 10 }, () => ({ 'search.words': 'a b c d' })).slice(0, 10),
      });
      for (let times = 0; times < 3; times++) {
        const answer = await stage.client.get(`/keepers?where=${encodeURIComponent(where)}`);
        expectProblem(answer, 400, 'invalid_request');
        expect(answer.text).toContain('limits.statementLength');
      }
      expect(contentOf(await stage.client.get('/keepers?name.eq=Ada'))).toMatchObject([{ name: 'Ada' }]);
      expect((await stage.client.get('/keepers/1')).json).toMatchObject({ name: 'Ada' });
    });
  });
});
