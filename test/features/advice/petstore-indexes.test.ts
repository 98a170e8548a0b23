// The advice on the petstore: it is valid, it is used, and it names each index that is dropped.
import type { DataSource, DeepPartial, Repository } from 'typeorm';
import { Pet, PetType } from '../../../examples/petstore/src/pet.js';
import { User, UserType } from '../../../examples/petstore/src/user.js';
import { databaseNames, speaksMysql, type DatabaseName } from '../../support/test-database.js';
import { AdvisedApi, type MissingIndex } from './advised-api.js';

const userCount = 2_000;
const petCount = 4_000;

/** Few rows pass each filter below, so that every database prefers the index. */
async function fill(dataSource: DataSource): Promise<void> {
  const users = Array.from({ length: userCount }, (_, n) => ({
    username: `user${n}`,
    displayName: `User ${n}`,
    email: `user${n}@${n}.org`,
    type: n % 500 === 0 ? UserType.System : UserType.User,
  }));
  await insert(dataSource.getRepository(User), users);
  const pets = Array.from({ length: petCount }, (_, n) => ({
    name: `Pet ${n}`,
    age: n % 1_000,
    type: n % 500 === 0 ? PetType.Fish : PetType.Dog,
    owner: { id: 1 + (n % userCount) },
  }));
  await insert(dataSource.getRepository(Pet), pets);
}

/** SQLite takes no statement with all of them. */
async function insert<T extends object>(repository: Repository<T>, rows: DeepPartial<T>[]): Promise<void> {
  await repository.save(rows, { chunk: 200 });
}

async function analyze({ database: { name }, dataSource }: AdvisedApi): Promise<void> {
  await dataSource.query(speaksMysql(name) ? 'ANALYZE TABLE users, pets' : 'ANALYZE');
}

/** A value of each filter that few rows have. */
const values: Readonly<Record<string, string>> = {
  'age.eq': '7',
  'age.in': '7',
  'age.gt': '998',
  'age.gte': '999',
  'age.lt': '1',
  'age.lte': '0',
  'name.eq': 'Pet 42',
  'name.in': 'Pet 42',
  'name.ieq': 'pet 42',
  'name.prefix': 'Pet 42',
  'name.has': 'Pet 42',
  'name.ihas': 'pet 42',
  'name.suffix': 'Pet 42',
  'username.ieq': 'USER42',
  'username.has': 'user42',
  'username.ihas': 'USER42',
  'username.suffix': 'user42',
  'display_name.eq': 'User 42',
  'display_name.ieq': 'user 42',
  'display_name.prefix': 'User 42',
  'display_name.has': 'User 42',
  'display_name.ihas': 'user 42',
  'display_name.suffix': 'User 42',
  'email.ieq': 'USER42@42.org',
  'email.has': 'r42@42',
  'email.ihas': 'R42@42',
  'email.suffix': '@42.org',
};

const types: Readonly<Record<string, string>> = { users: 'SYSTEM', pets: 'FISH' };

/** The requests of an advice, with values; those across edges and of groups have other plans. */
function requestsOf({ for: requests }: MissingIndex): readonly string[] {
  return requests.flatMap((request) => {
    const [, table = '', name = ''] = /^\/(\w+)\?(.*)$/.exec(request) ?? [];
    if (name.startsWith('sort=')) return `${request}&per_page=5`;
    // A list of types may be half of them, for all that SQLite knows.
    const value = name === 'type.eq' ? types[table] : values[name];
    return value === undefined ? [] : `${request}=${encodeURIComponent(value)}`;
  });
}

interface StoredIndex {
  readonly table: string;
  readonly name: string;
  readonly columns: string;
}

/** Reads the indexes that can be dropped, by statements of the test's own. */
async function listIndexes(name: DatabaseName, dataSource: DataSource): Promise<readonly StoredIndex[]> {
  const key = name === 'mysql' ? 'mariadb' : name === 'sqlite3' ? 'sqlite' : name;
  const selects = {
    sqlite: `SELECT tbl_name AS "table", name, (SELECT group_concat(name) FROM pragma_index_info(held.name)) AS columns FROM sqlite_master held WHERE type = 'index' AND sql IS NOT NULL`,
    postgres: `SELECT CAST(indrelid::regclass AS text) AS "table", CAST(indexrelid::regclass AS text) AS name, (SELECT string_agg(pg_get_indexdef(indexrelid, place, true), ',') FROM generate_series(1, indnatts) place) AS columns FROM pg_index WHERE NOT indisprimary AND indrelid::regclass::text IN ('users', 'pets')`,
    mariadb: `SELECT TABLE_NAME AS \`table\`, INDEX_NAME AS name, GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX) AS columns FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND INDEX_NAME <> 'PRIMARY' GROUP BY TABLE_NAME, INDEX_NAME`,
  };
  return dataSource.query(selects[key]);
}

function composeDrop(name: DatabaseName, index: StoredIndex): string {
  if (speaksMysql(name)) return `DROP INDEX \`${index.name}\` ON \`${index.table}\``;
  if (name !== 'postgres') return `DROP INDEX "${index.name}"`;
  return index.name.includes('UQ_')
    ? `ALTER TABLE ${index.table} DROP CONSTRAINT ${index.name}`
    : `DROP INDEX ${index.name}`;
}

/** InnoDB wants an index for a foreign key, and refuses to drop it. */
async function dropForeignKeys(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const table = await runner.getTable('pets');
  for (const key of table?.foreignKeys ?? []) await runner.dropForeignKey('pets', key);
  await runner.release();
}

describe.each(databaseNames)('%s', (name) => {
  let advised: AdvisedApi;
  beforeEach(async () => {
    advised = await AdvisedApi.open(name, { entities: [User, Pet] }, { naming: 'snake_case' });
  });
  afterEach(() => advised.close());

  test('the database reads by each index that it is advised to have, and the advice is gone', async () => {
    await fill(advised.dataSource);
    const missing = await advised.missing();
    expect(missing.length).toBeGreaterThan(3);
    await advised.follow(missing);
    await analyze(advised);
    expect(await advised.missing()).toEqual([]);
    for (const advice of missing) {
      const requests = requestsOf(advice);
      const index = /CREATE INDEX .([^"`]+)/.exec(advice.ddl)?.[1] ?? '';
      expect(requests).not.toEqual([]);
      for (const request of requests)
        expect([request, await advised.plansOf(request)]).toEqual([request, expect.stringContaining(index)]);
    }
  });

  test('each index that is dropped is named, and no other', async () => {
    const { dataSource } = advised;
    if (speaksMysql(name)) await dropForeignKeys(dataSource);
    await advised.follow(await advised.missing());
    const indexes = await listIndexes(name, dataSource);
    expect(indexes.length).toBeGreaterThan(5);
    const redundant: string[] = [];
    for (const index of indexes) {
      await dataSource.query(composeDrop(name, index));
      const missing = await advised.missing();
      if (missing.length === 0) redundant.push(`${index.table} ${index.columns}`);
      else {
        expect(missing.map(({ columns }) => columns)).toHaveLength(1);
        const [{ columns }] = missing as [MissingIndex];
        const dropped = index.columns.replace(/^lower\((.*?)(?:::text)?\)$/, '$1').replaceAll(/["()]/g, '');
        expect(columns.join().startsWith(dropped)).toBe(true);
        await advised.follow(missing);
        expect(await advised.missing()).toEqual([]);
      }
    }
    // PostgreSQL has no key columns at the end of an index: `type, id` serves what `type` does.
    expect(redundant).toEqual(name === 'postgres' ? ['pets type'] : []);
  });

  test('the advice is read, and nothing is written', async () => {
    const { statements } = advised.database;
    // The first use of a connection sets its timeout.
    await advised.api.ready();
    await statements.settled();
    statements.wroteSince();
    const before = await listIndexes(name, advised.dataSource);
    const first = await advised.advise();
    expect(statements.wroteSince()).toBe(false);
    expect(await listIndexes(name, advised.dataSource)).toEqual(before);
    expect(await advised.advise()).toEqual(first);
  });
});
