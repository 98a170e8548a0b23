// A connection keeps 500 statements prepared, however many shapes of requests come: those that were used last.
import {
  Filter,
  FilterEQ,
  FilterGT,
  FilterGTE,
  FilterLT,
  FilterLTE,
  FilterNEQ,
  Sortable,
} from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type DataSource } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { openPool } from '../../support/pool-of.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../../support/test-database.js';

const predicates = [FilterEQ, FilterNEQ, FilterGT, FilterGTE, FilterLT, FilterLTE] as const;

@Entity()
class Sample {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  @Filter(...predicates)
  @Sortable()
  a!: number;

  @Column()
  @Filter(...predicates)
  b!: number;

  @Column()
  @Filter(...predicates)
  c!: number;
}

type Row = Readonly<Record<'a' | 'b' | 'c', number>>;
type Test = (value: number, bound: number) => boolean;

const tests: Readonly<Record<string, Test>> = {
  eq: (value, bound) => value === bound,
  neq: (value, bound) => value !== bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

const rows: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({ a: at % 3, b: at % 4, c: at % 5 }));

interface Request {
  readonly query: string;
  readonly passes: (row: Row) => boolean;
}

/** One request of each shape: no filter or one on each of three fields, in two orders. */
const requests: readonly Request[] = ['a', '-a'].flatMap((sort) =>
  filtersOn('a').flatMap((a) =>
    filtersOn('b').flatMap((b) =>
      filtersOn('c').map((c) => {
        const filters = [a, b, c].filter((filter) => filter !== null);
        return {
          query: [...filters.map(({ text }) => text), `sort=${sort}`, 'per_page=100'].join('&'),
          passes: (row: Row) => filters.every(({ passes }) => passes(row)),
        };
      }),
    ),
  ),
);

function filtersOn(field: keyof Row) {
  const each = Object.entries(tests).map(([name, test], at) => ({
    text: `${field}.${name}=${at % 4}`,
    passes: (row: Row) => test(row[field], at % 4),
  }));
  return [null, ...each];
}

/** How many statements the one connection of a pool holds. */
const countHeld: Readonly<Record<'postgres' | 'mariadb' | 'mysql', (pool: DataSource) => Promise<number>>> = {
  postgres: async (pool) => {
    const [row] = await pool.query<{ n: string }[]>('SELECT count(*) AS n FROM pg_prepared_statements');
    return Number(row?.n);
  },
  mariadb: countHeldByMysql,
  mysql: countHeldByMysql,
};

async function countHeldByMysql(pool: DataSource): Promise<number> {
  // `Prepared_stmt_count` counts those of all sessions; these two are the session's own.
  const found = await pool.query<{ Variable_name: string; Value: string }[]>(
    `SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_close')`,
  );
  const count = (name: string) => Number(found.find((row) => row.Variable_name === name)?.Value);
  return count('Com_stmt_prepare') - count('Com_stmt_close');
}

const servers = databaseNames.filter(
  (name): name is DatabaseName & keyof typeof countHeld => name in countHeld,
);

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;
  let pool: DataSource;
  beforeAll(async () => {
    database = await openDatabase(name, [Sample]);
    await database.dataSource.getRepository(Sample).insert([...rows]);
    pool = await openPool(database, 1);
  });
  afterAll(async () => {
    await pool.destroy();
    await database.close();
  });

  test('686 shapes of requests, twice: answers are right, and no more than 500 statements are held', async () => {
    const client = DirectClient.of(pool, {});
    let most = 0;
    for (const [at, { query, passes }] of [...requests, ...requests].entries()) {
      const answer = await client.get(`/samples?${query}`);
      const expected = rows.flatMap((row, index) => (passes(row) ? [index + 1] : []));
      expect([
        query,
        valuesOf(answer, 'id')
          .map(Number)
          .sort((x, y) => x - y),
      ]).toEqual([query, expected]);
      if (at % 100 === 99) most = Math.max(most, await countHeld[name](pool));
    }
    most = Math.max(most, await countHeld[name](pool));
    expect(requests).toHaveLength(686);
    expect(most).toBeGreaterThan(400);
    expect(most).toBeLessThanOrEqual(500);
  });
});

describe('postgres', () => {
  let database: TestDatabase;
  let pool: DataSource;
  beforeAll(async () => {
    database = await openDatabase('postgres', [Sample]);
    await database.dataSource.getRepository(Sample).insert([...rows]);
    pool = await openPool(database, 1);
  });
  afterAll(async () => {
    await pool.destroy();
    await database.close();
  });

  test('statements that failed when they had been prepared count, too', async () => {
    const client = DirectClient.of(pool, {});
    // A division by zero for each row: what is prepared stays, what is run fails.
    await database.dataSource.query('ALTER TABLE sample RENAME TO whole');
    await database.dataSource.query('CREATE VIEW sample AS SELECT id, a, b, c / 0 AS c FROM whole');
    for (const { query } of requests.slice(0, 600)) await client.attempt('GET', `/samples?${query}`);
    expect(await countHeld.postgres(pool)).toBeLessThanOrEqual(500);
    await database.dataSource.query('DROP VIEW sample');
    await database.dataSource.query('ALTER TABLE whole RENAME TO sample');
    expect((await client.get('/samples')).json).toMatchObject({ total_count: rows.length });
  });
});
