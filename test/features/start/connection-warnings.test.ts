// Warnings after the start of settings of a data source that cannot keep what docs/guide/failover.md promises: each is logged
// once, and the server is asked only where its answer can matter.
import { createApi, type Logger } from '@decorest/core';
import { Column, DataSource, Entity, PrimaryGeneratedColumn, type DataSourceOptions } from 'typeorm';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Buoy {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  name!: string;
}

const servers = databaseNames.filter((name) => name === 'postgres' || speaksMysql(name));

/** What the data source runs after the start, in milliseconds, is over by then. */
const settledMs = 500;

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(name, [Buoy]);
  });
  afterAll(() => database.close());

  const readLimit = async (sql: string) => {
    const [row] = await database.dataSource.query<Record<string, unknown>[]>(sql);
    return Number(Object.values(row ?? {})[0]);
  };

  /** The connections of the server that an ordinary user may have. */
  const allowedByServer = () =>
    readLimit(
      speaksMysql(name)
        ? 'SELECT @@max_connections'
        : `SELECT sum(CAST(setting AS int) * CASE name WHEN 'max_connections' THEN 1 ELSE -1 END) FROM pg_settings
           WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    );

  const start = async (options: object) => {
    const { dataSource } = database;
    const statements: string[] = [];
    const own = new DataSource({
      ...dataSource.options,
      driver: undefined,
      synchronize: false,
      ...options,
      logging: true,
      logger: createStatementLogger(statements),
    });
    await own.initialize();
    statements.length = 0;
    const warnings: object[] = [];
    const logger: Logger = {
      error: () => undefined,
      warn: (entry, message) => {
        if (/no end|more connections/.test(message ?? '')) warnings.push(entry);
      },
    };
    createApi(own, { logger });
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    await own.destroy();
    return { warnings, statements };
  };

  test('a pool of more connections than the server allows', async () => {
    const allowed = await allowedByServer();
    const larger = await start({ poolSize: allowed + 1 });
    expect(larger.warnings).toEqual([{ poolSize: allowed + 1, allowed }]);
    expect((await start({ poolSize: allowed })).warnings).toEqual([]);
  });

  test('a pool of more connections than the server allows its user', async () => {
    const user = `buoy_${process.pid}_${name}`;
    const make = speaksMysql(name)
      ? [
          `CREATE USER '${user}'@'%' IDENTIFIED BY 'buoy' WITH MAX_USER_CONNECTIONS 12`,
          `GRANT ALL ON *.* TO '${user}'@'%'`,
        ]
      : [`CREATE ROLE ${user} LOGIN PASSWORD 'buoy' CONNECTION LIMIT 12`];
    const url = new URL('url' in database.dataSource.options ? (database.dataSource.options.url ?? '') : '');
    url.username = user;
    url.password = 'buoy';
    for (const statement of make) await database.dataSource.query(statement);
    try {
      const met = await start({ url: url.href, poolSize: 13 });
      expect(met.warnings).toEqual([{ poolSize: 13, allowed: 12 }]);
      expect((await start({ url: url.href, poolSize: 12 })).warnings).toEqual([]);
    } finally {
      await database.dataSource.query(speaksMysql(name) ? `DROP USER '${user}'@'%'` : `DROP ROLE ${user}`);
    }
  });

  test('a connect that has no end', async () => {
    const given = speaksMysql(name)
      ? [{ connectTimeout: 0 }, { extra: { connectTimeout: 0 } }]
      : [{ connectTimeoutMS: 0 }, { extra: { connectionTimeoutMillis: 0 } }];
    for (const options of given)
      expect((await start(options)).warnings).toEqual([
        { settings: [expect.stringMatching(/^(extra\.)?\w+: 0$/)] },
      ]);
    const ending = speaksMysql(name) ? { connectTimeout: 7_000 } : { connectTimeoutMS: 7_000 };
    expect((await start(ending)).warnings).toEqual([]);
  });

  test('a node that is never used again', async () => {
    const { url } = database.dataSource.options as { readonly url: string };
    const replication = { master: { url }, slaves: [{ url }] };
    const met = await start({ url: undefined, replication: { ...replication, restoreNodeTimeout: 0 } });
    expect(met.warnings).toEqual(
      speaksMysql(name) ? [{ settings: ['replication.restoreNodeTimeout: 0'] }] : [],
    );
    expect((await start({ url: undefined, replication })).warnings).toEqual([]);
  });

  test('a pool of the usual size asks nothing', async () => {
    expect(await start({})).toEqual({ warnings: [], statements: [] });
    expect((await start({ poolSize: 10 })).statements).toEqual([]);
  });

  test('a data source that closes at once harms nothing', async () => {
    const own = new DataSource({
      ...database.dataSource.options,
      driver: undefined,
      synchronize: false,
      poolSize: 100_000,
    } as DataSourceOptions);
    await own.initialize();
    const failures: unknown[] = [];
    const printed = jest.spyOn(console, 'error').mockImplementation((error: unknown) => failures.push(error));
    createApi(own, { logger: { error: () => undefined, warn: () => undefined } });
    await own.destroy();
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    printed.mockRestore();
    expect(failures).toEqual([]);
  });
});

function createStatementLogger(statements: string[]): NonNullable<DataSourceOptions['logger']> {
  const ignore = () => undefined;
  return {
    logQuery: (statement) => {
      statements.push(statement);
    },
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
}
