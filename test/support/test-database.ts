// An empty database of one test file's own, on each supported database. SQLite in memory; on servers a database made for
// the file and dropped after it, so that files run side by side.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { Client } from 'pg';
import type { Database } from 'sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { recordingClient, recordingMysql, StatementLog } from './statement-log.js';

/** `sqlite` is better-sqlite3; `sqlite3` is the driver of that name. */
export type DatabaseName = 'sqlite' | 'sqlite3' | 'postgres' | 'mariadb' | 'mysql';

/** TypeORM's names of the drivers. */
export const driverNames = {
  sqlite: 'better-sqlite3',
  sqlite3: 'sqlite',
  postgres: 'postgres',
  mariadb: 'mariadb',
  mysql: 'mysql',
} as const satisfies Record<DatabaseName, string>;

/** Whether it is MySQL or MariaDB: their types and most of their statements are the same. */
export function speaksMysql(name: DatabaseName): name is 'mariadb' | 'mysql' {
  return name === 'mariadb' || name === 'mysql';
}

declare global {
  /** Set by the project that runs on another TypeORM, which has other drivers. */
  var databasesOfProject: readonly DatabaseName[] | undefined;
}

/** Those of this run: databases.ts says why one is missing. */
export const databaseNames: readonly DatabaseName[] = globalThis.databasesOfProject ?? [
  'sqlite',
  'postgres',
  ...(process.env.DATABASE_URL_MARIADB ? (['mariadb'] as const) : []),
  ...(process.env.DATABASE_URL_MYSQL ? (['mysql'] as const) : []),
];

/** Entities, where they differ by database a function of its name; and who listens to what is written. */
export interface Schema {
  readonly entities: Entities | ((database: DatabaseName) => Entities);
  readonly subscribers?: NonNullable<DataSourceOptions['subscribers']>;
  readonly tables?: Tables;
}

/** What tables there are beside those that TypeORM synchronizes, and how columns are named. */
export interface Tables {
  readonly namingStrategy?: NonNullable<DataSourceOptions['namingStrategy']>;
  readonly make?: (dataSource: DataSource) => Promise<void>;
}

type Entities = NonNullable<DataSourceOptions['entities']>;

export interface TestDatabase {
  readonly name: DatabaseName;
  readonly dataSource: DataSource;
  readonly statements: StatementLog;
  /** Removes all rows; generated ids start from 1 again. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabase(
  name: DatabaseName,
  entities: Schema['entities'],
  subscribers: Schema['subscribers'] = [],
  { make, ...naming }: Tables = {},
): Promise<TestDatabase> {
  const chosen = typeof entities === 'function' ? entities(name) : entities;
  const database = await opening[name]({ entities: chosen, subscribers, ...naming });
  try {
    await make?.(database.dataSource);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const opening: Readonly<Record<DatabaseName, (schema: SchemaOptions) => Promise<TestDatabase>>> = {
  sqlite: openSqlite,
  sqlite3: openSqlite3,
  postgres: openPostgres,
  mariadb: (schema) => openMysql('mariadb', schema),
  mysql: (schema) => openMysql('mysql', schema),
};

type SchemaOptions = Pick<DataSourceOptions, 'entities' | 'subscribers' | 'namingStrategy'>;

async function openSqlite(schema: SchemaOptions): Promise<TestDatabase> {
  const statements = new StatementLog();
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    ...schema,
    synchronize: true,
    verbose: statements.record,
  });
  await dataSource.initialize();
  const empty = () => emptySqlite(dataSource);
  return { name: 'sqlite', dataSource, statements, empty, close: () => dataSource.destroy() };
}

/** The options are those of TypeORM 0.3: 1.x knows no such type. */
async function openSqlite3(schema: SchemaOptions): Promise<TestDatabase> {
  const statements = new StatementLog();
  const options = { type: 'sqlite', database: ':memory:', ...schema, synchronize: true };
  const dataSource = new DataSource(options as unknown as DataSourceOptions);
  await dataSource.initialize();
  const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: Database };
  databaseConnection.on('trace', statements.record);
  const empty = () => emptySqlite(dataSource);
  // The driver tells of statements late, but in their order.
  let marks = 0;
  statements.settled = async () => {
    const mark = `SELECT ${++marks}`;
    await dataSource.query(mark);
    while (!statements.texts.includes(mark)) await new Promise(setImmediate);
  };
  return { name: 'sqlite3', dataSource, statements, empty, close: () => dataSource.destroy() };
}

async function openPostgres(schema: SchemaOptions): Promise<TestDatabase> {
  const statements = new StatementLog();
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE "${database}" TEMPLATE template0`);
  const dataSource = new DataSource({
    type: 'postgres',
    url: withDatabase(urlOf('DATABASE_URL_POSTGRES'), database),
    ...schema,
    synchronize: true,
    extra: { Client: recordingClient(statements) },
  });
  await dataSource.initialize();
  const close = async () => {
    await dataSource.destroy();
    await administer(`DROP DATABASE "${database}" WITH (FORCE)`);
  };
  return { name: 'postgres', dataSource, statements, empty: () => emptyPostgres(dataSource), close };
}

/** Text in the order of its code points, and nothing equal that is not the same: as the other databases have it here. */
const mysqlServers = {
  mariadb: { url: 'DATABASE_URL_MARIADB', collation: 'utf8mb4_nopad_bin' },
  mysql: { url: 'DATABASE_URL_MYSQL', collation: 'utf8mb4_0900_bin' },
} as const;

async function openMysql(name: keyof typeof mysqlServers, schema: SchemaOptions): Promise<TestDatabase> {
  const statements = new StatementLog();
  const database = `test_${randomBytes(6).toString('hex')}`;
  const { collation } = mysqlServers[name];
  const url = urlOf(mysqlServers[name].url);
  const server = await mysql.createConnection({ uri: url, multipleStatements: true });
  await server.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE ${collation}`);
  await server.query(`USE ${database}`);
  // It would tell of the ids that were counted until a day ago.
  if (name === 'mysql') await server.query('SET information_schema_stats_expiry = 0');
  const dataSource = new DataSource({
    type: name,
    url: withDatabase(url, database),
    ...schema,
    timezone: 'Z',
    synchronize: true,
    driver: recordingMysql(statements),
  });
  await dataSource.initialize();
  const close = async () => {
    await dataSource.destroy();
    await server.query(`DROP DATABASE ${database}`);
    await server.end();
  };
  return { name, dataSource, statements, empty: () => emptyMysql(server, dataSource), close };
}

/** The database that each server comes with. */
export function readServerUrl(name: 'postgres' | keyof typeof mysqlServers): string {
  return name === 'postgres'
    ? withDatabase(urlOf('DATABASE_URL_POSTGRES'), 'postgres')
    : withDatabase(urlOf(mysqlServers[name].url), 'mysql');
}

type UrlVariable = 'DATABASE_URL_POSTGRES' | 'DATABASE_URL_MARIADB' | 'DATABASE_URL_MYSQL';

function urlOf(variable: UrlVariable): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: test/support/databases.ts did not run.`);
  return url;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf('DATABASE_URL_POSTGRES') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function emptySqlite(dataSource: DataSource): Promise<void> {
  await dataSource.query('PRAGMA foreign_keys = OFF');
  for (const table of tablePaths(dataSource)) await dataSource.query(`DELETE FROM "${table}"`);
  const [sequences] = await dataSource.query<unknown[]>(
    `SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'`,
  );
  if (sequences) await dataSource.query('DELETE FROM sqlite_sequence');
  await dataSource.query('PRAGMA foreign_keys = ON');
}

async function emptyPostgres(dataSource: DataSource): Promise<void> {
  const tables = tablePaths(dataSource).map((table) => `"${table}"`);
  await dataSource.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY CASCADE`);
}

/** TRUNCATE makes a table anew on disk: only where ids have been counted. */
async function emptyMysql(server: mysql.Connection, dataSource: DataSource): Promise<void> {
  const [rows] = await server.query<(mysql.RowDataPacket & { TABLE_NAME: string })[]>(
    'SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND AUTO_INCREMENT > 1',
  );
  const counted = new Set(rows.map(({ TABLE_NAME }) => TABLE_NAME));
  const emptied = tablePaths(dataSource).map((table) =>
    counted.has(table) ? `TRUNCATE \`${table}\`` : `DELETE FROM \`${table}\``,
  );
  await server.query(['SET FOREIGN_KEY_CHECKS = 0', ...emptied, 'SET FOREIGN_KEY_CHECKS = 1'].join('; '));
}

/** Join tables included: TypeORM keeps metadata for them as for entities. Views have no rows of their own. */
function tablePaths(dataSource: DataSource): string[] {
  const tables = dataSource.entityMetadatas.filter(({ tableType }) => tableType !== 'view');
  return [...new Set(tables.map((metadata) => metadata.tableName))];
}
