// Row-level security of PostgreSQL: each transaction of a request begins with its settings, which the policies of the database read.
// The application's role cannot bypass them. Nothing of one request is left on the connection for the next.
import {
  ApiError,
  Bulk,
  createApi,
  EdgeCreate,
  EdgeEndpoint,
  EdgeUpdateBulk,
  Export,
  Filter,
  FilterEQ,
  hooksFor,
  idempotencyEntity,
  Includable,
  Measure,
  NestedCreate,
  type ApiOptions,
  type PolicyRequest,
} from '@decorest/core';
import {
  BeforeInsert,
  Column,
  DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

/** The column is filled by the database, from the settings of the request. */
abstract class Owned {
  @PrimaryGeneratedColumn() id!: number;

  @Column('varchar', { length: 20, default: () => "current_setting('app.tenant', true)" })
  tenant!: string;
}

@Entity()
@Bulk()
@Export('ndjson')
@Measure('count')
class Farm extends Owned {
  @Column('varchar', { length: 40 }) @Filter(FilterEQ) name!: string;

  @OneToMany(() => Cow, (cow) => cow.farm)
  @EdgeEndpoint(true)
  @EdgeCreate()
  @NestedCreate()
  @Includable()
  cows!: Relation<Cow[]>;

  @ManyToMany(() => Fair, (fair) => fair.farms)
  @JoinTable()
  @EdgeUpdateBulk()
  fairs!: Relation<Fair[]>;
}

@Entity()
class Cow extends Owned {
  @Column('varchar', { length: 40 }) name!: string;
  @ManyToOne(() => Farm, (farm) => farm.cows, { nullable: true }) @Includable() farm!: Relation<Farm> | null;
}

@Entity()
class Fair extends Owned {
  @ManyToMany(() => Farm, (farm) => farm.fairs) farms!: Relation<Farm[]>;
}

/** Listeners and hooks observe its writes. */
@Entity()
class Sale extends Owned {
  @Column('int') price!: number;

  @BeforeInsert()
  round(): void {
    this.price = Math.round(this.price);
  }
}

const StoredAnswer = idempotencyEntity('postgres');

const entities = [Farm, Cow, Fair, Sale, StoredAnswer];
const guarded = ['farm', 'cow', 'fair', 'sale'];

interface Asking {
  readonly tenant?: string;
}

/** What hooks saw of the setting. */
const seen: unknown[] = [];

const options: ApiOptions = {
  errors: ['unauthorized'],
  sessionSettings: ({ state }: PolicyRequest<Asking>) => {
    if (state.tenant === undefined) throw new ApiError('unauthorized');
    return { 'app.tenant': state.tenant };
  },
  idempotency: { scope: ({ state }: PolicyRequest<Asking>) => state.tenant ?? 'nobody' },
  hooks: [
    hooksFor(Sale, {
      before: {
        create: async ({ manager }) => {
          seen.push(await manager.query("SELECT current_setting('app.tenant', true) AS tenant"));
        },
      },
    }),
  ],
};

const role = `farmer_${process.pid}`;

let database: TestDatabase;
/** Of the application: one connection, which every request uses. */
let dataSource: DataSource;
let client: DirectClient;

beforeAll(async () => {
  database = await openDatabase('postgres', entities);
  const admin = database.dataSource;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'farm' NOBYPASSRLS`);
  await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  await admin.query(`GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  for (const table of guarded) {
    await admin.query(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`);
    await admin.query(
      `CREATE POLICY own ON "${table}" USING (tenant = nullif(current_setting('app.tenant', true), ''))`,
    );
  }
  const url = new URL((admin.options as { url: string }).url);
  url.username = role;
  url.password = 'farm';
  dataSource = new DataSource({ type: 'postgres', url: url.href, entities, poolSize: 1 });
  await dataSource.initialize();
  client = DirectClient.of(dataSource, options);
});
afterAll(async () => {
  await dataSource.destroy();
  const admin = database.dataSource;
  await admin.query(`DROP OWNED BY ${role}`);
  await admin.query(`DROP ROLE ${role}`);
  await database.close();
});
beforeEach(async () => {
  await database.empty();
  const insert = (text: string) => database.dataSource.query(text);
  for (const [tenant, base] of [
    ['red', 0],
    ['blue', 10],
  ] as const) {
    const [one, two] = [base + 1, base + 2];
    await insert(
      `INSERT INTO farm (id, tenant, name) VALUES (${one}, '${tenant}', '${tenant} hill'), (${two}, '${tenant}', '${tenant} vale')`,
    );
    await insert(
      `INSERT INTO cow (id, tenant, name, "farmId") VALUES (${one}, '${tenant}', '${tenant} cow', ${one}), (${two}, '${tenant}', '${tenant} calf', ${one})`,
    );
    await insert(`INSERT INTO fair (id, tenant) VALUES (${one}, '${tenant}')`);
  }
  await database.dataSource.query(
    guarded.map((table) => `SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), 100)`).join('; '),
  );
});

const red = () => client.as({ tenant: 'red' });
const blue = () => client.as({ tenant: 'blue' });

/** The tenants of all rows of a table, whoever sees them. */
async function tenantsOf(table: string): Promise<string[]> {
  const rows = await database.dataSource.query<{ tenant: string }[]>(
    `SELECT tenant FROM "${table}" ORDER BY id`,
  );
  return rows.map(({ tenant }) => tenant);
}

test('reads, lists, totals, filters, groups, exports and edges show the rows of the request', async () => {
  for (let round = 0; round < 3; round++) {
    for (const [asked, own, base] of [
      [red(), 'red', 0],
      [blue(), 'blue', 10],
    ] as const) {
      const list = await asked.get('/farms');
      expect(list.json).toMatchObject({ total_count: 2 });
      expect(valuesOf(list, 'tenant')).toEqual([own, own]);
      expect(valuesOf(await asked.get('/farms?sort=-id&per_page=1'), 'id')).toEqual([base + 2]);
      expect(contentOf(await asked.get('/farms?name.eq=red hill'))).toHaveLength(own === 'red' ? 1 : 0);
      expect((await asked.get('/farms/1')).status).toBe(own === 'red' ? 200 : 404);
      expect((await asked.get('/farms/11')).status).toBe(own === 'blue' ? 200 : 404);
      expect(contentOf(await asked.get('/farms/aggregate?measures=count'))).toEqual([{ count: 2 }]);
      expect(valuesOf(await asked.get(`/farms/${base + 1}/cows`), 'tenant')).toEqual([own, own]);
      expect((await asked.get(`/farms/${11 - base}/cows`)).status).toBe(404);
      const { text } = await asked.get('/farms', { accept: 'application/x-ndjson' });
      expect(text.trim().split('\n')).toHaveLength(2);
      expect(text).not.toContain(own === 'red' ? 'blue' : 'red');
      const included = await asked.get('/farms?include=cows');
      expect(JSON.stringify(included.json).match(/(red|blue) c/g)).toEqual([`${own} c`, `${own} c`]);
    }
  }
});

test('writes are those of the request', async () => {
  const created = await red().post('/farms', { name: 'new' });
  expect(created.json).toMatchObject({ tenant: 'red' });
  const { id } = created.json as { id: number };
  expectProblem(await blue().patch(`/farms/${id}`, { name: 'stolen' }), 404, 'not_found');
  expectProblem(await blue().delete(`/farms/${id}`), 404, 'not_found');
  expect((await red().patch(`/farms/${id}`, { name: 'renamed' })).json).toMatchObject({ name: 'renamed' });
  expect((await red().delete(`/farms/${id}`)).status).toBe(204);
  expect(await tenantsOf('farm')).toEqual(['red', 'red', 'blue', 'blue']);
});

test('what runs again has the settings again', async () => {
  const requests: (() => Promise<{ readonly status: number }>)[] = [
    () => red().get('/farms/1'),
    () => red().get('/farms?name.eq=red hill'),
    () => red().get('/farms?include=cows'),
    () => red().get('/farms/1/cows'),
    () => red().patch('/farms/1', { name: 'again' }),
    () => red().patch('/farms/1', { fairs: [1] }),
    () => red().patch('/farms?all=true', { name: 'many' }),
  ];
  for (const request of requests) {
    const first = await request();
    expect(first).toMatchObject({ status: 200 });
    // A pooler may lend another session: the first attempt finds none of its statements.
    await dataSource.query('DEALLOCATE ALL');
    expect(await request()).toMatchObject({ status: 200 });
  }
  await dataSource.query('DEALLOCATE ALL');
  expect(valuesOf(await red().get('/farms'), 'tenant')).toEqual(['red', 'red']);
});

test('a row of another cannot be made, and the refusal can be named', async () => {
  const refused = await red().post('/farms', { name: 'x', tenant: 'blue' });
  expectProblem(refused, 409, 'conflict');
  const moved = await red().patch('/farms/1', { tenant: 'blue' });
  expectProblem(moved, 409, 'conflict');
  const named = DirectClient.of(dataSource, {
    ...options,
    databaseErrors: [{ sqlState: '42501', problem: 'forbidden' }],
  });
  expectProblem(await named.as({ tenant: 'red' }).patch('/farms/1', { tenant: 'blue' }), 403, 'forbidden');
  expect(await tenantsOf('farm')).toEqual(['red', 'red', 'blue', 'blue']);
});

test('edges lead to the rows of the request, and take no others', async () => {
  expect((await red().post('/farms/1/cows', { name: 'third' })).json).toMatchObject({ tenant: 'red' });
  expect((await blue().post('/farms/1/cows', { name: 'third' })).status).toBe(404);
  const nested = await red().post('/farms', { name: 'nest', cows: [{ name: 'a' }, { name: 'b' }] });
  expect(nested.status).toBe(201);
  expect((await tenantsOf('cow')).filter((tenant) => tenant === 'red')).toHaveLength(5);
  expectProblem(await red().post('/farms', { name: 'x', cows: [11] }), 400, 'invalid_request');
  expectProblem(await red().patch('/farms/1', { fairs: [1, 11] }), 400, 'invalid_request');
  expect((await red().patch('/farms/1', { fairs: [1] })).status).toBe(200);
});

test('writes of many rows are those of the request', async () => {
  const created = await red().post('/farms/bulk', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  expect((created.json as { tenant: string }[]).map(({ tenant }) => tenant)).toEqual(['red', 'red', 'red']);
  expect((await blue().patch('/farms?all=true', { name: 'same' })).json).toEqual({ affected: 2 });
  expect(
    (
      await blue().patch('/farms', [
        { id: 11, name: 'p' },
        { id: 12, name: 'q' },
      ])
    ).json,
  ).toEqual({
    affected: 2,
  });
  expectProblem(await blue().patch('/farms', [{ id: 1, name: 'p' }]), 400, 'invalid_request');
  expect((await red().delete('/farms?name.eq=a')).json).toEqual({ affected: 1 });
  expect((await tenantsOf('farm')).filter((tenant) => tenant === 'blue')).toHaveLength(2);
});

test('hooks and listeners are within the settings', async () => {
  seen.length = 0;
  expect((await red().post('/sales', { price: 3 })).json).toMatchObject({ tenant: 'red' });
  expect((await blue().post('/sales', { price: 4 })).json).toMatchObject({ tenant: 'blue' });
  expect(seen).toEqual([[{ tenant: 'red' }], [{ tenant: 'blue' }]]);
  expect(valuesOf(await red().get('/sales'), 'price')).toEqual([3]);
});

test('writes with a key, and their replays', async () => {
  for (const path of ['/farms', '/sales'])
    for (const asked of [red(), blue()]) {
      const body = path === '/farms' ? { name: 'once' } : { price: 5 };
      const send = () =>
        asked.send('POST', path, body, { 'content-type': 'application/json', 'idempotency-key': path });
      const [first, again] = [await send(), await send()];
      expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
      expect(again.json).toEqual(first.json);
    }
  expect((await tenantsOf('farm')).filter((tenant) => tenant === 'red')).toHaveLength(3);
  expect(await tenantsOf('sale')).toEqual(['red', 'blue']);
});

test('requests at once, on few connections, each see their own', async () => {
  const pooled = new DataSource({ ...dataSource.options, poolSize: 3 } as never);
  await pooled.initialize();
  const many = DirectClient.of(pooled, options);
  const asked = Array.from({ length: 120 }, async (_, at) => {
    const [tenant, base] = at % 2 === 0 ? ['red', 0] : ['blue', 10];
    const own = many.as({ tenant });
    const path =
      ['/farms', `/farms/${base + 1}`, '/farms/1', '/farms/11', '/farms/1?include=cows'][at % 5] ?? '';
    const { text } = await own.get(path);
    expect(text).not.toContain(tenant === 'red' ? 'blue' : 'red');
  });
  await Promise.all(asked);
  await pooled.destroy();
});

test('after a failure and after each request the connection is as it was', async () => {
  const left = async () => {
    const [row] = await dataSource.query<{ tenant: string | null }[]>(
      "SELECT nullif(current_setting('app.tenant', true), '') AS tenant",
    );
    return row?.tenant;
  };
  await red().get('/farms/1');
  expect(await left()).toBeNull();
  await red().post('/farms', { name: 'x', tenant: 'blue' });
  expect(await left()).toBeNull();
  await red().post('/sales', { price: 1 });
  await red().get('/farms?include=cows');
  expect(await left()).toBeNull();
  // An application that asks nothing sees nothing.
  expect(await dataSource.manager.count(Farm)).toBe(0);
});

test('the settings are sent in the round trip of the read', async () => {
  await red().get('/farms/1');
  const texts: string[] = [];
  jest.spyOn(dataSource.logger, 'logQuery').mockImplementation((text) => texts.push(text));
  await red().get('/farms/1');
  jest.restoreAllMocks();
  expect(texts).toHaveLength(2);
  expect(texts[0]).toBe('SELECT set_config($1, $2, true)');
});

test('who may not ask is refused, and what is no setting is a failure of the server', async () => {
  expectProblem(await client.as({}).get('/farms'), 401, 'unauthorized');
  const logger = { error: () => undefined, warn: () => undefined };
  for (const settings of [{ 'app.tenant': 7 }, { 'no setting': 'x' }, { role: 'nosuch_role' }]) {
    const api = createApi(dataSource, { logger, sessionSettings: () => settings as never });
    for (const request of [
      { method: 'GET', path: '/farms' },
      {
        method: 'POST',
        path: '/farms',
        headers: { 'content-type': 'application/json' },
        body: { name: 'x' },
      },
    ])
      expect((await api.handle(request)).status).toBe(500);
  }
  const none = createApi(dataSource, { logger, sessionSettings: () => ({}) });
  expect((await none.handle({ method: 'GET', path: '/farms' })).body).toContain('"total_count":0');
});

test('a role can be chosen for each request', async () => {
  const api = createApi(database.dataSource, {
    logger: { error: () => undefined, warn: () => undefined },
    sessionSettings: () => ({ 'app.tenant': 'blue', role }),
  });
  expect((await api.handle({ method: 'GET', path: '/farms' })).body).toContain('"total_count":2');
  expect(await database.dataSource.manager.count(Farm)).toBe(4);
});

test('answers are not for caches', async () => {
  expect((await red().get('/farms')).headers['cache-control']).toBe('no-store');
});

test('other databases have none', async () => {
  expect(await mistakesOf([Fair, Farm, Cow], { sessionSettings: () => ({}) })).toMatch(
    /options.sessionSettings: databases of type better-sqlite3 have no settings/,
  );
});
