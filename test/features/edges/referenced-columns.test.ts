// Foreign keys that refer to a unique column other than the key: bodies give the id as for any edge, the column holds the value
// that it refers to, and TypeORM finds the same rows.
import {
  Bulk,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Export,
  Filter,
  FilterEdge,
  FilterEQ,
  FilterIsNil,
  Groupable,
  Includable,
  Measure,
  NestedCreate,
  policyFor,
  Sortable,
  Where,
} from '@decorest/core';
import {
  BeforeUpdate,
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, edgesOf, entityOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
@Bulk()
@Where()
class Airport {
  @PrimaryGeneratedColumn() @Filter(FilterEQ) id!: number;
  @Column('varchar', { length: 8, unique: true }) @Filter(FilterEQ) @Sortable() code!: string;
  @OneToMany(() => Flight, (flight) => flight.origin)
  @EagerLoad()
  @Filter(FilterEdge)
  @EdgeCreate()
  @EdgeUpdateBulk()
  @NestedCreate()
  departures!: Relation<Flight>[];
  @OneToOne(() => Tower, (tower) => tower.airport)
  @Includable()
  @Filter(FilterEdge, FilterIsNil)
  tower!: Relation<Tower> | null;
  @ManyToOne(() => Airport, (airport) => airport.smaller)
  @JoinColumn({ referencedColumnName: 'code' })
  hub!: Relation<Airport> | null;
  @OneToMany(() => Airport, (airport) => airport.hub) @EdgeUpdateBulk() smaller!: Relation<Airport>[];
}

@Entity()
@Bulk()
@Export('ndjson')
@Where()
class Flight {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') @Filter(FilterEQ) @Sortable() @Measure('sum') seats!: number;
  @Index()
  @ManyToOne(() => Airport, (airport) => airport.departures)
  @JoinColumn({ name: 'originCode', referencedColumnName: 'code' })
  @Filter(FilterEdge, FilterIsNil)
  @EagerLoad()
  @Groupable()
  @NestedCreate()
  origin!: Relation<Airport> | null;
  @ManyToMany(() => Pilot, (pilot) => pilot.flights)
  @JoinTable({
    name: 'crew',
    joinColumn: { name: 'flight', referencedColumnName: 'id' },
    inverseJoinColumn: { name: 'badge', referencedColumnName: 'badge' },
  })
  @Filter(FilterEdge)
  @Includable()
  @EdgeUpdateBulk()
  pilots!: Relation<Pilot>[];
}

@Entity()
class Tower {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 8 }) name!: string;
  @OneToOne(() => Airport, (airport) => airport.tower, { nullable: false })
  @JoinColumn({ name: 'airportCode', referencedColumnName: 'code' })
  @EagerLoad()
  airport!: Relation<Airport>;
}

/** Its key has two columns, the other one is one. */
@Entity()
class Pilot {
  @PrimaryColumn('int') company!: number;
  @PrimaryColumn('int') number!: number;
  @Column('varchar', { length: 8, unique: true }) badge!: string;
  @Column('int', { default: 0 }) changes!: number;
  @ManyToMany(() => Flight, (flight) => flight.pilots)
  @EagerLoad()
  @EdgeUpdateBulk()
  flights!: Relation<Flight>[];
  @ManyToOne(() => Airport)
  @JoinColumn({ name: 'baseCode', referencedColumnName: 'code' })
  @EagerLoad()
  base!: Relation<Airport> | null;
  @Column('varchar', { length: 8, nullable: true }) baseCode!: string | null;

  @BeforeUpdate() count() {
    this.changes = 1;
  }
}

const fixture = {
  entities: [Airport, Flight, Tower, Pilot],
  options: {},
  fill: () => Promise.resolve(),
};

onEachDatabase(fixture, (stage) => {
  beforeEach(async () => {
    const { client, database } = stage;
    await database.empty();
    for (const code of ['OSL', 'BGO', 'TRD']) await client.post('/airports', { code });
    await client.post('/pilots', { company: 1, number: 7, badge: 'B17', base: 2 });
    await client.post('/pilots', { company: 1, number: 8, badge: 'B18' });
    await client.post('/flights', { seats: 10, origin: 1, pilots: ['1,7'] });
    await client.post('/flights', { seats: 20, origin: 1, pilots: ['1,7', '1,8'] });
    await client.post('/flights', { seats: 30, origin: 2 });
    await client.post('/flights', { seats: 40 });
    await client.post('/towers', { name: 'T1', airport: 1 });
  });

  /** The code of the origin and the badges of each flight, as TypeORM finds them. */
  async function findFlights(): Promise<Record<number, string>> {
    const flights = await stage.database.dataSource
      .getRepository(Flight)
      .find({ relations: { origin: true, pilots: true }, order: { id: 'ASC' } });
    const describe = ({ origin, pilots }: Flight) =>
      [origin?.code ?? '-', ...pilots.map(({ badge }) => badge).sort()].join(' ');
    return Object.fromEntries(flights.map((flight) => [flight.id, describe(flight)]));
  }

  test('TypeORM finds what bodies have linked by ids', async () => {
    expect(await findFlights()).toEqual({ 1: 'OSL B17', 2: 'OSL B17 B18', 3: 'BGO', 4: '-' });
  });

  test('both sides are read, alone, eagerly and by include', async () => {
    const { client } = stage;
    expect(entityOf(await client.get('/flights/3/origin'))).toMatchObject({ id: 2, code: 'BGO' });
    expect((await client.get('/flights/4/origin')).status).toBe(404);
    expect(valuesOf(await client.get('/airports/1/departures?sort=id'), 'id')).toEqual([1, 2]);
    expect((await client.get('/airports/9/departures')).status).toBe(404);
    expect(entityOf(await client.get('/airports/1/tower'))).toMatchObject({ name: 'T1' });
    expect(valuesOf(await client.get('/flights/2/pilots'), 'badge').sort()).toEqual(['B17', 'B18']);
    expect(valuesOf(await client.get('/pilots/1,7/flights?sort=id'), 'id')).toEqual([1, 2]);
    const airports = contentOf(await client.get('/airports?include=tower&sort=id'));
    const shown = airports.map((airport) => {
      const { departures, tower } = edgesOf(airport) as { departures: { id: number }[]; tower: unknown };
      return [departures.map(({ id }) => id), tower === null];
    });
    expect(shown).toEqual([
      [[1, 2], false],
      [[3], true],
      [[], true],
    ]);
    expect(edgesOf(entityOf(await client.get('/airports/1')))).toMatchObject({
      departures: [{ id: 1 }, { id: 2 }],
    });
    expect(edgesOf(entityOf(await client.get('/pilots/1,7')))).toMatchObject({
      base: { code: 'BGO' },
      flights: [{ id: 1 }, { id: 2 }],
    });
    const flights = contentOf(await client.get('/flights?include=pilots&sort=id&per_page=2&page=1'));
    expect(flights.map((flight) => (edgesOf(flight).origin as { code: string }).code)).toEqual([
      'OSL',
      'OSL',
    ]);
    expect(edgesOf(entityOf(await client.get('/towers/1')))).toMatchObject({ airport: { code: 'OSL' } });
    const lines = (await client.get('/flights?sort=id', { accept: 'application/x-ndjson' })).text
      .trim()
      .split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ edges: { origin: { code: 'OSL' } } });
  });

  test.each([
    ['/flights?origin.code.eq=OSL', [1, 2]],
    ['/flights?origin.id.eq=2', [3]],
    ['/flights?has.origin=false', [4]],
    ['/flights?origin.null=true', [4]],
    ['/flights?has.pilots=true', [1, 2]],
    ['/flights?where={"none.origin":{"code.eq":"OSL"}}', [3, 4]],
    ['/airports?departures.seats.eq=30', [2]],
    ['/airports?has.departures=false', [3]],
    ['/airports?has.tower=true', [1]],
    ['/airports?tower.null=true', [2, 3]],
    ['/airports?where={"all.departures":{"seats.eq":30}}', [2, 3]],
  ])('%s', async (target, ids) => {
    const [path, query = ''] = target.split('?');
    const [name, ...value] = query.split('=');
    const answer = await stage.client.get(`${path}?${name}=${encodeURIComponent(value.join('='))}&sort=id`);
    expect(valuesOf(answer, 'id')).toEqual(ids);
  });

  test('sorts and groups across the edges', async () => {
    const { client } = stage;
    expect(valuesOf(await client.get('/flights?sort=origin.code,id'), 'id')).toEqual([4, 3, 1, 2]);
    expect(valuesOf(await client.get('/airports?sort=-departures.count,id'), 'id')).toEqual([1, 2, 3]);
    expect(valuesOf(await client.get('/airports?sort=-departures.seats.sum,id'), 'id').slice(0, 2)).toEqual([
      1, 2,
    ]);
    const groups = contentOf(
      await client.get('/flights/aggregate?measures=seats.sum&group_by=origin&sort=origin'),
    );
    expect(groups.map(({ origin }) => origin)).toEqual([null, 1, 2]);
  });

  test('updates by ids of all sides', async () => {
    const { client } = stage;
    expect((await client.patch('/flights/4', { origin: 3 })).status).toBe(200);
    expect((await client.patch('/flights/3', { origin: null })).status).toBe(200);
    expect((await client.patch('/flights/1', { add_pilots: ['1,8'], remove_pilots: ['1,7'] })).status).toBe(
      200,
    );
    expect((await client.patch('/flights/2', { pilots: ['1,7'] })).status).toBe(200);
    expect(await findFlights()).toEqual({ 1: 'OSL B18', 2: 'OSL B17', 3: '-', 4: 'TRD' });
    expect((await client.patch('/airports/2', { add_departures: [3] })).status).toBe(200);
    expect((await client.patch('/airports/1', { remove_departures: [1] })).status).toBe(200);
    expect((await client.patch('/airports/3', { departures: [1] })).status).toBe(200);
    expect((await client.patch('/pilots/1,8', { flights: [3] })).status).toBe(200);
    expect(await findFlights()).toEqual({ 1: 'TRD', 2: 'OSL B17', 3: 'BGO B18', 4: '-' });
    const taken = await client.patch('/airports/3', { add_departures: [2] });
    expectProblem(taken, 409, 'edge_conflict');
    const missing = await client.patch('/flights/1', { origin: 99 });
    expect(expectProblem(missing, 400, 'invalid_request')).toMatchObject([
      { pointer: '/origin', code: 'not_found' },
    ]);
  });

  test('a row and its like: an edge within one table', async () => {
    const { client } = stage;
    expect((await client.patch('/airports/2', { hub: 1 })).status).toBe(200);
    expect((await client.patch('/airports/1', { add_smaller: [3] })).status).toBe(200);
    expect(valuesOf(await client.get('/airports/1/smaller?sort=id'), 'id')).toEqual([2, 3]);
    expect((await client.patch('/airports/1', { smaller: [] })).status).toBe(200);
    expect((await client.get('/airports/2/hub')).status).toBe(404);
  });

  test('writes that a listener observes', async () => {
    const { client } = stage;
    const changed = entityOf(await client.patch('/pilots/1,8', { base: 3 }));
    expect(changed).toMatchObject({ changes: 1, baseCode: 'TRD' });
    expect(edgesOf(changed)).toMatchObject({ base: { code: 'TRD' } });
    expect(entityOf(await client.patch('/pilots/1,8', { base: null }))).toMatchObject({ baseCode: null });
    expect(entityOf(await client.patch('/pilots/1,8', { badge: 'B19' }))).toMatchObject({ badge: 'B19' });
  });

  test('creates under edges, nested and in bulk', async () => {
    const { client } = stage;
    expect((await client.post('/airports/3/departures', { seats: 50 })).status).toBe(201);
    expect((await client.post('/airports', { code: 'SVG', departures: [{ seats: 60 }] })).status).toBe(201);
    expect((await client.post('/flights', { seats: 70, origin: { code: 'AES' } })).status).toBe(201);
    expect((await client.post('/flights/bulk', [{ seats: 80, origin: 2 }, { seats: 90 }])).status).toBe(201);
    expect((await client.patch('/flights?seats.eq=90', { origin: 2 })).status).toBe(200);
    const found = await findFlights();
    expect(found).toMatchObject({ 5: 'TRD', 6: 'SVG', 7: 'AES', 8: 'BGO', 9: 'BGO' });
  });

  test('policies of related rows', async () => {
    const mine = (rows: object) =>
      DirectClient.of(stage.database.dataSource, { policies: [policyFor(Flight, () => rows)] });
    const idsOf = async (rows: object) => valuesOf(await mine(rows).get('/flights?sort=id'), 'id');
    expect(await idsOf({ origin: 1 })).toEqual([1, 2]);
    expect(await idsOf({ origin: { code: 'BGO' } })).toEqual([3]);
    expect(await idsOf({ pilots: { badge: 'B18' } })).toEqual([2]);
  });
});

@Entity()
class City {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 8, unique: true, nullable: true }) zip!: string | null;
  @Column('varchar', { length: 8 }) name!: string;
}

@Entity()
class Street {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => City) @JoinColumn({ referencedColumnName: 'zip' }) city!: Relation<City> | null;
  @ManyToOne(() => City) @JoinColumn({ referencedColumnName: 'name' }) town!: Relation<City> | null;
}

test('columns that do not identify a row of the other class are no edge', async () => {
  expect(await mistakesOf([City, Street])).toMatchInlineSnapshot(`
    "The API cannot be built: 2 problems.
    - Street.city: the relation is not supported: its foreign key does not refer to the primary key, nor to unique columns that are NOT NULL. Leave the edge out with @Skip().
    - Street.town: the relation is not supported: its foreign key does not refer to the primary key, nor to unique columns that are NOT NULL. Leave the edge out with @Skip()."
  `);
});
