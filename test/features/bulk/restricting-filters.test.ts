// A bulk write needs a condition that restricts: one that every row meets is as no filter, with the same error.
import {
  Bulk,
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupContains,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  RequireFilter,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) @Filter(FilterGroupEqual, FilterGroupLength) label!: string;
  @OneToMany(() => Jar, (jar) => jar.shelf) jars!: Relation<Jar[]>;
}

@Entity()
@Bulk()
class Jar {
  @PrimaryGeneratedColumn() @Filter(FilterGroupLength) id!: number;
  @Column({ type: 'varchar', length: 40 })
  @Filter(FilterGroupEqual, FilterGroupContains, FilterGroupLength, FilterGroupArray)
  @FilterGroup('search')
  name!: string;
  @Column({ type: 'varchar', length: 40, nullable: true })
  @Filter(FilterGroupEqual, FilterGroupContains, FilterIsNil)
  @FilterGroup('search')
  note!: string | null;
  @Column({ type: 'int' }) @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray) weight!: number;
  @Column({ type: Boolean }) @Filter(FilterGroupEqual) open!: boolean;
  @ManyToOne(() => Shelf, (shelf) => shelf.jars, { nullable: false })
  @Filter(FilterEdge)
  shelf!: Relation<Shelf>;
}

@Entity()
@Bulk()
@RequireFilter('message.has')
class Entry {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40 }) @Filter(FilterGroupContains) message!: string;
}

const fixture = {
  entities: [Shelf, Jar, Entry],
  options: { where: true },
  async fill(dataSource: DirectStage['database']['dataSource']) {
    const [shelf] = await dataSource.getRepository(Shelf).save([{ label: 'top' }]);
    const jars = [
      { name: 'plum', note: null, weight: 1, open: true },
      { name: '', note: '', weight: -5, open: false },
      { name: 'fig', note: 'x', weight: 0, open: false },
    ];
    await dataSource.getRepository(Jar).save(jars.map((jar) => ({ ...jar, ...(shelf ? { shelf } : {}) })));
    await dataSource.getRepository(Entry).save([{ message: 'a' }]);
  },
};

/** The least and the greatest integer of the column. */
function boundsOf(name: DirectStage['name']) {
  return name === 'sqlite' || name === 'sqlite3'
    ? [[Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const]
    : [[-2147483648, 2147483647] as const];
}

const where = (condition: unknown) => `where=${encodeURIComponent(JSON.stringify(condition))}`;

onEachDatabase(fixture, (stage) => {
  test.each([
    'name.prefix=',
    'name.has=',
    'name.ihas=',
    'name.suffix=',
    'name.gte=',
    'name.gt=',
    'name.neq=',
    'note.has=',
    'search.has=',
    'name.prefix=&name.suffix=',
    'name.prefix=&filter_op=or&weight.eq=1',
    'shelf.label.prefix=',
    'has.shelf=true',
    where({ 'name.prefix': '' }),
    where({ or: [{ 'name.prefix': '' }, { 'weight.eq': 1 }] }),
    where({ and: [{ 'name.prefix': '' }, { 'name.suffix': '' }] }),
    where({ not: { 'name.lt': '' } }),
    where({ not: { not: { 'name.prefix': '' } } }),
    where({ or: [{ 'open.eq': true }, { 'open.eq': false }] }),
    where({ or: [{ 'weight.lt': 5 }, { 'weight.gte': 5 }] }),
    where({ or: [{ 'weight.lt': 7 }, { 'weight.gt': 2 }] }),
    where({ or: [{ 'weight.eq': 5 }, { 'weight.neq': 5 }] }),
    where({ or: [{ 'weight.neq': 4 }, { 'weight.neq': 5 }] }),
    where({ or: [{ 'note.null': true }, { 'note.null': false }] }),
    where({ or: [{ 'weight.eq': 5 }, { not: { 'weight.eq': 5 } }] }),
    where({ not: { and: [{ 'weight.lt': 5 }, { 'weight.gt': 5 }] } }),
    where({ or: [{ not: { 'weight.lt': 5 } }, { not: { 'weight.gte': 5 } }] }),
    where({ or: [{ 'weight.in': [1, 2] }, { 'weight.lt': 1 }, { 'weight.gt': 2 }] }),
    where({ or: [{ 'has.shelf': true }, { 'weight.eq': 1 }] }),
    where({ or: [{ 'some.shelf': { 'label.lt': 'm' } }, { 'shelf.label.gte': 'm' }] }),
    where({ not: { 'some.shelf': { not: { 'label.gte': '' } } } }),
    ...boundsOf(stage.name).flatMap(([least, most]) => [
      `weight.gte=${least}`,
      `weight.lte=${most}`,
      where({ not: { 'weight.gt': most } }),
    ]),
  ])('%s is as no filter', async (query) => {
    const none = await stage.client.delete('/jars');
    const answer = await stage.client.delete(`/jars?${query}`);
    expect(answer.json).toEqual(none.json);
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { parameter: 'all', code: 'required' },
    ]);
    expectProblem(await stage.client.patch(`/jars?${query}`, { weight: 9 }), 400, 'invalid_request');
  });

  test.each([
    'name.prefix=zzz',
    'name.lt=',
    'name.eq=zzz',
    'weight.gt=1000',
    'note.null=false&weight.gt=1000',
    'name.prefix=&weight.gt=1000',
    'shelf.label.eq=zzz',
    'has.shelf=false',
    where({ not: { 'name.prefix': '' } }),
    where({ or: [{ 'weight.lt': -100 }, { 'weight.gte': 500 }] }),
    where({ or: [{ 'name.eq': '01' }, { 'name.eq': '1' }] }),
    where({ and: [{ 'name.prefix': '' }, { 'weight.gt': 1000 }] }),
  ])('%s restricts', async (query) => {
    expect((await stage.client.patch(`/jars?${query}`, { weight: 9 })).json).toEqual({ affected: 0 });
  });

  test.each(['note.null=false', 'note.null=true', 'open.eq=true', 'weight.neq=5'])(
    '%s restricts, as some rows do not meet it',
    async (query) => {
      expect((await stage.client.patch(`/jars?${query}&max_affected=3`, {})).status).toBeLessThan(300);
    },
  );

  test('a required filter must restrict', async () => {
    const missing = expectProblem(await stage.client.get('/entries'), 400, 'invalid_request');
    const empty = expectProblem(await stage.client.get('/entries?message.has='), 400, 'invalid_request');
    expect(empty).toEqual(missing);
    expectProblem(await stage.client.delete('/entries?message.has='), 400, 'invalid_request');
    expect((await stage.client.get('/entries?message.has=a')).status).toBe(200);
  });

  test('a required filter among alternatives is refused with the reason', async () => {
    const answer = await stage.client.delete('/entries?message.has=zzz&message.ihas=z&filter_op=or');
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      {
        parameter: 'message.has',
        detail:
          "One of the filters 'message.has', 'id.eq', 'id.in' is required. With 'filter_op=or' it restricts nothing.",
      },
    ]);
  });
});
