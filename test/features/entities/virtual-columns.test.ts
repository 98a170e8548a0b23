// `@VirtualColumn` is a field like others, computed by its expression wherever its column would be named; no client sets it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApi,
  DefaultSort,
  EagerLoad,
  Filter,
  FilterEdge,
  FilterGroup,
  FilterGroupArray,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  policyFor,
  Skip,
  Sortable,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  Column,
  DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { propertyIn } from '../../support/document-parts.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { StatementLog } from '../../support/statement-log.js';
import { openDatabase } from '../../support/test-database.js';

// Each expression has an alias that statements might have, too.
@Entity('owner')
@DefaultSort('-petCount')
class Owner {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;

  @Column({ type: 'int', default: 1 })
  @Skip()
  hidden!: number;

  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM pet t WHERE t.owner_id = ${alias}.id` })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray)
  @Sortable()
  petCount!: number;

  @VirtualColumn({
    type: 'int',
    query: (alias) => `SELECT MAX(c.age) FROM pet c WHERE c.owner_id = ${alias}.id`,
  })
  @Filter(FilterGroupEqual, FilterGroupLength, FilterIsNil)
  @Sortable()
  oldest!: number | null;

  @VirtualColumn({
    query: (alias) => `SELECT UPPER(related.name) FROM owner related WHERE related.id = ${alias}.id`,
  })
  @Filter(FilterGroupEqual)
  @FilterGroup('search')
  @Sortable()
  loud!: string;

  @VirtualColumn({ query: (alias) => `SELECT MIN(s0.born) FROM pet s0 WHERE s0.owner_id = ${alias}.id` })
  @Filter(FilterGroupEqual)
  @Sortable()
  firstBorn!: Date;

  @VirtualColumn({ query: (alias) => `${alias}.hidden > 1` })
  @Filter(FilterGroupEqual)
  important!: boolean;

  @OneToMany(() => Pet, (pet) => pet.owner)
  @Filter(FilterEdge)
  pets!: Pet[];
}

@Entity('pet')
class Pet {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;

  @Column({ type: 'int' })
  age!: number;

  @Column({ type: Date })
  born!: Date;

  @VirtualColumn({ query: (alias) => `${alias}.age * 2` })
  @Filter(FilterGroupEqual)
  @Sortable()
  doubled!: number;

  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @JoinColumn({ name: 'owner_id' })
  @EagerLoad()
  @Filter(FilterEdge)
  @FilterGroup('search')
  owner!: Relation<Owner> | null;
}

/** Shows the pets of an owner inside of it, in the order of an expression. */
@Entity('owner')
class Household {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Inmate, (inmate) => inmate.household)
  @EagerLoad()
  inmates!: Inmate[];

  @OneToMany(() => Inmate, (inmate) => inmate.other)
  @EagerLoad()
  others!: Inmate[];
}

@Entity('pet')
@DefaultSort('-ageInMonths')
class Inmate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @VirtualColumn({ type: 'int', query: (alias) => `SELECT 12 * e.age FROM pet e WHERE e.id = ${alias}.id` })
  @Sortable()
  ageInMonths!: number;

  @ManyToOne(() => Household, (household) => household.inmates)
  @JoinColumn({ name: 'owner_id' })
  household!: Relation<Household>;

  @ManyToOne(() => Household, (household) => household.others)
  @JoinColumn({ name: 'owner_id' })
  other!: Relation<Household>;
}

const bornAt = (year: number) => new Date(`${year}-05-06T07:08:09.000Z`);
const fill = async (dataSource: DataSource) => {
  const owners = await dataSource.getRepository(Owner).save([
    { name: 'Ada', hidden: 1 },
    { name: 'Bo', hidden: 2 },
    { name: 'Cy', hidden: 1 },
  ]);
  const [ada = null, bo = null] = owners;
  await dataSource.getRepository(Pet).save<Partial<Pet>>([
    { name: 'ant', age: 1, born: bornAt(2025), owner: bo },
    { name: 'bee', age: 5, born: bornAt(2021), owner: bo },
    { name: 'cat', age: 3, born: bornAt(2023), owner: ada },
    { name: 'dog', age: 9, born: bornAt(2017), owner: null },
  ]);
};

const bo = {
  ...{ id: 2, name: 'Bo', petCount: 2, oldest: 5, loud: 'BO' },
  ...{ firstBorn: '2021-05-06T07:08:09.000Z', important: true },
};

forEachDatabase({ entities: [Owner, Pet], options: { defaultFilterID: true }, fill }, (stage) => {
  const idsOf = async (target: string) => contentOf(await stage.client.get(target)).map(({ id }) => id);

  test('is shown as find() has it, as the type that the property declares', async () => {
    const found = await stage.dataSource.getRepository(Owner).find({ order: { id: 'ASC' } });
    const shown = contentOf(await stage.client.get('/owners?sort=id'));
    expect(shown.map(({ petCount }) => petCount)).toEqual(
      found.map(({ petCount }) => Number(String(petCount))),
    );
    expect(shown[1]).toEqual({ ...bo, edges: {} });
    expect(shown[2]).toMatchObject({ petCount: 0, oldest: null, firstBorn: null, important: false });
    expect((await stage.client.get('/owners/2')).json).toEqual({ ...bo, edges: {} });
  });

  test('so it is in eager edges and at the end of edges', async () => {
    const pets = contentOf(await stage.client.get('/pets'));
    expect(pets).toMatchObject([
      { id: 1, doubled: 2, edges: { owner: bo } },
      {},
      {},
      { edges: { owner: null } },
    ]);
    expect((await stage.client.get('/pets/1')).json).toMatchObject({ doubled: 2, edges: { owner: bo } });
    expect((await stage.client.get('/pets/1/owner')).json).toMatchObject(bo);
    expect(contentOf(await stage.client.get('/owners/2/pets'))).toMatchObject([
      { doubled: 2 },
      { doubled: 10 },
    ]);
  });

  test.each([
    ['/owners', [2, 1, 3]],
    ['/owners?sort=petCount', [3, 1, 2]],
    ['/owners?sort=oldest&per_page=2', [3, 1]],
    ['/owners?sort=oldest&per_page=2&page=2', [2]],
    ['/owners?sort=-loud', [3, 2, 1]],
    ['/owners?sort=-firstBorn', [1, 2, 3]],
    ['/owners?petCount.eq=2', [2]],
    ['/owners?petCount.gt=0.5&sort=id', [1, 2]],
    ['/owners?petCount.in=0&petCount.in=1&sort=id', [1, 3]],
    ['/owners?oldest.null=true', [3]],
    ['/owners?oldest.lte=3', [1]],
    ['/owners?loud.has=D', [1]],
    ['/owners?loud.suffix=O', [2]],
    ['/owners?loud.ieq=cy', [3]],
    ['/owners?important.eq=true', [2]],
    ['/owners?firstBorn.eq=2021-05-06T07:08:09.000Z', [2]],
    ['/owners?pets.doubled.eq=6', [1]],
    ['/owners?sort=-pets.doubled.sum', [2, 1, 3]],
    ['/owners?id.eq=2&sort=-pets.doubled.sum', [2]],
    ['/owners/2/pets?sort=-doubled', [2, 1]],
    ['/pets?sort=owner.petCount', [4, 3, 1, 2]],
    ['/pets?sort=-owner.petCount', [2, 1, 3, 4]],
    ['/pets?sort=-doubled&per_page=2&page=2', [3, 1]],
    ['/pets?owner.petCount.eq=2', [1, 2]],
    ['/pets?owner.petCount.eq=1&owner.loud.eq=ADA', [3]],
    ['/pets?owner.petCount.eq=1&doubled.eq=6', [3]],
    ['/pets?search.has=DA', [3]],
  ])('GET %s', async (target, ids) => {
    expect(await idsOf(target)).toEqual(ids);
  });

  test('a body that has it is refused as for any other read-only field', async () => {
    const [fault] = expectProblem(
      await stage.client.post('/owners', { name: 'Di', petCount: 3 }),
      400,
      'invalid_request',
    );
    expect(fault).toMatchObject({ pointer: '/petCount', code: 'unknown_key' });
    expectProblem(await stage.client.patch('/owners/1', { loud: 'x' }), 400, 'invalid_request');
  });

  test('answers to writes have it', async () => {
    const created = await stage.client.post('/owners', { name: 'Di' });
    expect(created.json).toMatchObject({ name: 'Di', petCount: 0, loud: 'DI' });
    expect((await stage.client.patch('/owners/1', { name: 'Eve' })).json).toMatchObject({ loud: 'EVE' });
    const pet = { name: 'eel', age: 4, born: bornAt(2020).toISOString(), owner: 1 };
    expect((await stage.client.post('/pets', pet)).json).toMatchObject({
      doubled: 8,
      edges: { owner: { petCount: 2, oldest: 4 } },
    });
  });

  test('policies hide rows, not what an expression counts; they cannot name it', async () => {
    const hiding = policyFor(Pet, () => ({ name: 'cat' }));
    const client = DirectClient.of(stage.dataSource, { policies: [hiding] });
    expect(contentOf(await client.get('/pets'))).toMatchObject([{ id: 3 }]);
    expect((await client.get('/owners/2')).json).toMatchObject({ petCount: 2 });
    const naming = DirectClient.of(stage.dataSource, { policies: [policyFor(Pet, () => ({ doubled: 2 }))] });
    expectProblem(await naming.attempt('GET', '/pets'), 500, 'internal_error');
  });
});

forEachDatabase({ entities: [Owner, Pet, Household, Inmate], options: {}, fill }, (stage) => {
  test('non-unique eager edges are ordered by an expression, and show it', async () => {
    const inmates = [
      { id: 2, name: 'bee', ageInMonths: 60, edges: {} },
      { id: 1, name: 'ant', ageInMonths: 12, edges: {} },
    ];
    const household = { id: 2, edges: { inmates, others: inmates } };
    expect((await stage.client.get('/households/2')).json).toEqual(household);
    expect(contentOf(await stage.client.get('/households'))[1]).toEqual(household);
  });
});

test('the document says that it may be null, and is in no body', async () => {
  const database = await openDatabase('sqlite', [Owner, Pet]);
  const document = openApiDocument(createApi(database.dataSource, { logger: new ServerLog() }));
  await database.close();
  expect(propertyIn(document, 'Owner', 'petCount')).toMatchObject({
    type: ['number', 'null'],
  });
  expect(propertyIn(document, 'Owner', 'oldest')).toMatchObject({
    type: ['integer', 'null'],
  });
  expect(propertyIn(document, 'OwnerCreate', 'petCount')).toBeUndefined();
});

@Entity()
class Clock {
  @PrimaryGeneratedColumn()
  id!: number;

  @VirtualColumn({ type: 'int', query: () => 'abs(random()) % 2' })
  @Filter(FilterGroupEqual)
  coin!: number;
}

describe('a file of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'virtual-columns-'));
  const statements = new StatementLog();
  let dataSource: DataSource;
  let client: DirectClient;

  beforeAll(async () => {
    const database = join(folder, 'owners.sqlite');
    const entities = [Owner, Pet, Clock];
    const options = { type: 'better-sqlite3', database, entities, verbose: statements.record } as const;
    dataSource = await new DataSource({ ...options, synchronize: true }).initialize();
    await dataSource.getRepository(Clock).save(Array.from({ length: 64 }, () => ({})));
    client = DirectClient.of(dataSource, {});
  });
  afterAll(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
  });

  test('a total is not remembered that depends on an expression, which may change with the clock', async () => {
    const totals = new Set<unknown>();
    for (let times = 0; times < 12; times++)
      totals.add(entityOf(await client.get('/clocks?per_page=1&coin.eq=1')).total_count);
    expect(totals.size).toBeGreaterThan(1);
  });

  test('reads that compute it are made by another process, as it may read any number of rows', async () => {
    statements.clear();
    for (const target of ['/owners/1', '/owners', '/pets'])
      await client.api.handle({ method: 'GET', path: target });
    expect(statements.texts.filter((text) => text.includes('FROM pet'))).toEqual([]);
  });
});
