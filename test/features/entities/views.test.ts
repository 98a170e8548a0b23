// A view with a key is a resource that is read and never written: lists, filters, sorts, pages, edges to and from it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApi,
  DefaultOrder,
  EagerLoad,
  Filter,
  FilterContains,
  FilterEdge,
  FilterEQ,
  FilterGroupEqual,
  FilterGroupLength,
  FilterIsNil,
  OrderDesc,
  policyFor,
  Schema,
  Sortable,
  type ApiOptions,
} from '@decorest/core';
import {
  Column,
  DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf } from '../../support/collection.js';
import { openApiDocument } from '@decorest/openapi';
import { propertyIn, routesIn, schemaIn } from '../../support/document-parts.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { StatementLog } from '../../support/statement-log.js';
import { openDatabase } from '../../support/test-database.js';

@Entity()
class Keeper {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Filter(FilterEQ)
  @Sortable()
  name!: string;

  @OneToMany(() => Animal, (animal) => animal.keeper)
  animals!: Animal[];

  @OneToOne(() => Workload, (workload) => workload.keeper)
  @EagerLoad()
  @Filter(FilterEdge, FilterIsNil)
  workload!: Relation<Workload> | null;
}

@Entity()
class Animal {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;

  @Column({ type: 'float' })
  weight!: number;

  @Column({ type: Date, nullable: true })
  fedAt!: Date | null;

  @ManyToOne(() => Keeper, (keeper) => keeper.animals, { nullable: true })
  @JoinColumn({ name: 'keeperId' })
  keeper!: Relation<Keeper> | null;

  // The column that the edge to the keeper writes: to the view it is a read-only edge.
  @ManyToOne(() => Workload, { nullable: true, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'keeperId' })
  @Filter(FilterEdge, FilterIsNil)
  @EagerLoad()
  workload!: Relation<Workload> | null;
}

@ViewEntity({
  expression: (dataSource) =>
    dataSource
      .createQueryBuilder()
      .select('k.id', 'keeperId')
      .addSelect('k.name', 'name')
      .addSelect('COUNT(a.id)', 'animals')
      .addSelect('SUM(a.weight)', 'weight')
      .addSelect('COUNT(a.id) > 1', 'busy')
      .addSelect('MAX(a.fedAt)', 'lastFed')
      .addSelect("CASE WHEN COUNT(a.id) = 0 THEN NULL ELSE 'has some' END", 'note')
      .from(Keeper, 'k')
      .leftJoin(Animal, 'a', 'a.keeperId = k.id')
      .groupBy('k.id')
      .addGroupBy('k.name'),
})
@DefaultOrder(OrderDesc)
class Workload {
  @ViewColumn()
  @PrimaryColumn()
  keeperId!: number;

  @ViewColumn()
  @Filter(FilterContains, FilterGroupEqual)
  @Sortable()
  name!: string;

  @ViewColumn()
  @Filter(FilterGroupEqual, FilterGroupLength)
  @Sortable()
  animals!: number;

  @ViewColumn()
  weight!: number;

  @ViewColumn()
  @Filter(FilterEQ)
  busy!: boolean;

  @ViewColumn()
  @Filter(FilterEQ, FilterIsNil)
  @Sortable()
  lastFed!: Date;

  @ViewColumn()
  @Schema({ type: 'string' })
  @Filter(FilterIsNil, FilterContains)
  note!: string | null;

  @OneToOne(() => Keeper)
  @JoinColumn({ name: 'keeperId' })
  @Filter(FilterEdge)
  keeper!: Relation<Keeper>;

  @OneToMany(() => Animal, (animal) => animal.workload)
  @Filter(FilterEdge)
  animalsOf!: Animal[];
}

/** A view may have a column that is called as SQLite calls its row ids. */
@ViewEntity({ expression: 'SELECT id, name, id AS rowid FROM keeper' })
class Ranked {
  @ViewColumn()
  @PrimaryColumn()
  id!: number;

  @ViewColumn()
  rowid!: number;
}

const policies = [policyFor(Workload, ({ state }: { state?: { name: string } }) => state ?? true)];
const fixture = {
  entities: [Keeper, Animal, Workload],
  options: { defaultFilterID: true } satisfies ApiOptions,
  fill: async (dataSource: DataSource) => {
    const keepers = await dataSource
      .getRepository(Keeper)
      .save([{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }]);
    const [ada = null, bo = null] = keepers;
    const fedAt = new Date('2026-01-02T03:04:05.000Z');
    await dataSource.getRepository(Animal).save<Partial<Animal>>([
      { name: 'ant', weight: 0.5, keeper: ada, fedAt: new Date('2025-01-02T03:04:05.000Z') },
      { name: 'bee', weight: 1.5, keeper: ada, fedAt },
      { name: 'cat', weight: 4, keeper: bo },
      { name: 'dog', weight: 9 },
    ]);
  },
};

const ada = {
  keeperId: 1,
  name: 'Ada',
  animals: 2,
  weight: 2,
  busy: true,
  lastFed: '2026-01-02T03:04:05.000Z',
  note: 'has some',
};

forEachDatabase(fixture, (stage) => {
  const idsOf = async (target: string) =>
    contentOf(await stage.client.get(target)).map(({ keeperId, id }) => keeperId ?? id);

  test('its rows are listed by its key, in the declared order', async () => {
    const page = entityOf(await stage.client.get('/workloads?per_page=2'));
    expect(page).toMatchObject({ total_count: 3, last_page: 2, content: [{ keeperId: 3 }, { keeperId: 2 }] });
    expect(contentOf(await stage.client.get('/workloads?page=2&per_page=2'))).toMatchObject([ada]);
  });

  test('one of them is read, as the values that its properties declare', async () => {
    expect((await stage.client.get('/workloads/1')).json).toEqual({ ...ada, edges: {} });
    expect((await stage.client.get('/workloads/3')).json).toEqual({
      ...{ keeperId: 3, name: 'Cy', animals: 0, weight: null, busy: false, lastFed: null, note: null },
      edges: {},
    });
    expectProblem(await stage.client.get('/workloads/9'), 404, 'not_found');
  });

  test.each([
    ['animals.eq=2', [1]],
    ['animals.gt=0.5', [2, 1]],
    ['animals.neq=1', [3, 1]],
    ['name.ieq=ADA', [1]],
    ['name.suffix=y', [3]],
    ['busy.eq=true', [1]],
    ['lastFed.eq=2026-01-02T03:04:05.000Z', [1]],
    ['lastFed.null=true', [3, 2]],
    ['note.null=true', [3]],
    ['note.has=some&sort=name', [1, 2]],
    ['sort=animals', [3, 2, 1]],
    ['sort=-lastFed,name', [1, 2, 3]],
    ['sort=-name', [3, 2, 1]],
    ['keeper.name.eq=Bo', [2]],
    ['has.animalsOf=true', [2, 1]],
    ['has.animalsOf=false', [3]],
    ['sort=-animalsOf.count', [1, 2, 3]],
  ])('GET /workloads?%s', async (query, ids) => {
    expect(await idsOf(`/workloads?${query}`)).toEqual(ids);
  });

  test.each([
    ['workload.animals.eq=1', [3]],
    ['workload.name.has=d', [1, 2]],
    ['has.workload=true', [1, 2, 3]],
    ['has.workload=false', [4]],
    ['workload.null=true', [4]],
    ['sort=-workload.animals', [2, 1, 3, 4]],
    ['has.workload=false&workload.null=true&id.in=4', [4]],
  ])('GET /animals?%s, across an edge to the view', async (query, ids) => {
    expect(await idsOf(`/animals?${query}`)).toEqual(ids);
  });

  test('edges from it and to it are served, and eager ones are embedded', async () => {
    expect((await stage.client.get('/workloads/2/keeper')).json).toMatchObject({ id: 2, name: 'Bo' });
    expect(await idsOf('/workloads/1/animals-of')).toEqual([1, 2]);
    expect((await stage.client.get('/animals/1/workload')).json).toMatchObject(ada);
    expect((await stage.client.get('/animals/4')).json).toMatchObject({ edges: { workload: null } });
    const keepers = contentOf(await stage.client.get('/keepers?has.workload=true'));
    expect(keepers).toMatchObject([{ edges: { workload: ada } }, { id: 2 }, { id: 3 }]);
    expect((await stage.client.get('/keepers/1')).json).toMatchObject({ edges: { workload: ada } });
  });

  test('it shows at once what was written to its tables, totals included', async () => {
    const totals = async (query: string) =>
      entityOf(await stage.client.get(`/workloads?${query}`)).total_count;
    expect(await totals('per_page=1')).toBe(3);
    expect(await totals('per_page=1&animals.eq=0')).toBe(1);
    await stage.client.post('/animals', { name: 'eel', weight: 1, keeper: 3 });
    expect(await totals('per_page=1&animals.eq=0')).toBe(0);
    await stage.client.post('/keepers', { name: 'Di' });
    expect(await totals('per_page=1')).toBe(4);
    await stage.dataSource.query("DELETE FROM animal WHERE name = 'eel'");
    expect(await totals('per_page=1&animals.eq=0')).toBe(2);
  });

  test('policies decide about its rows, across edges too', async () => {
    const client = DirectClient.of(stage.dataSource, { policies }).as({ name: 'Bo' });
    expect(contentOf(await client.get('/workloads'))).toMatchObject([{ keeperId: 2 }]);
    expectProblem(await client.get('/workloads/1'), 404, 'not_found');
    expect(contentOf(await client.get('/animals?has.workload=true'))).toMatchObject([{ id: 3 }]);
    expect((await client.get('/keepers/1')).json).toMatchObject({ edges: { workload: null } });
  });

  test.each([
    ['POST', '/workloads', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/workloads/1', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/workloads/1', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s is 405', async (method, target, allow) => {
    const answer = await stage.client.attempt(method, target, {});
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  test('bodies cannot write an edge that leads to it', async () => {
    const refused = await stage.client.post('/animals', { name: 'eel', weight: 1, workload: 1 });
    const [fault] = expectProblem(refused, 400, 'invalid_request');
    expect(fault).toMatchObject({ pointer: '/workload', code: 'unknown_key' });
  });
});

test('the document has GET operations only', async () => {
  const database = await openDatabase('sqlite', fixture.entities);
  const document = openApiDocument(createApi(database.dataSource, { logger: new ServerLog() }));
  await database.close();
  expect(routesIn(document).filter((route) => route.includes('/workloads'))).toEqual([
    'GET /workloads',
    'GET /workloads/{id}',
    'GET /workloads/{id}/keeper',
    'GET /workloads/{id}/animals-of',
  ]);
  expect(propertyIn(document, 'Workload', 'animals')).toMatchObject({
    type: ['number', 'null'],
  });
  expect(schemaIn(document, 'WorkloadCreate')).toBeUndefined();
});

describe('a view in a file of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  const statements = new StatementLog();
  let dataSource: DataSource;
  let client: DirectClient;

  beforeAll(async () => {
    dataSource = await new DataSource({
      type: 'better-sqlite3',
      database: join(folder, 'zoo.sqlite'),
      entities: [...fixture.entities, Ranked],
      synchronize: true,
      verbose: statements.record,
    }).initialize();
    await fixture.fill(dataSource);
    client = DirectClient.of(dataSource, {});
  });
  afterAll(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
  });

  test.each([
    '/workloads',
    '/workloads/1',
    '/workloads/1/keeper',
    '/keepers/1',
    '/keepers',
    '/animals/1/workload',
    '/animals?sort=workload.animals',
    '/animals?has.workload=false',
    '/rankeds/1',
  ])(
    'GET %s is made by another process, whatever the number of rows: the view may read any',
    async (target) => {
      const [path = '', query = ''] = target.split('?');
      statements.clear();
      expect((await client.api.handle({ method: 'GET', path, query })).status).toBe(200);
      expect(statements.texts.filter((text) => /"(workload|ranked)"/.test(text))).toEqual([]);
    },
  );

  test('its totals are counted again after each write to its tables', async () => {
    const total = async () => entityOf(await client.get('/workloads?per_page=1')).total_count;
    expect(await total()).toBe(3);
    await client.post('/keepers', { name: 'Di' });
    expect(await total()).toBe(4);
    await dataSource.query("DELETE FROM keeper WHERE name = 'Di'");
    expect(await total()).toBe(3);
  });
});
