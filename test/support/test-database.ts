// An empty database of one test file's own, on each supported database. SQLite in memory; on PostgreSQL a database made
// for the file and dropped after it, so that files run side by side.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { recordingClient, StatementLog } from './statement-log.js';

export const databaseNames = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Entities, where they differ by database a function of its name; and who listens to what is written. */
export interface Schema {
  readonly entities: Entities | ((database: DatabaseName) => Entities);
  readonly subscribers?: NonNullable<DataSourceOptions['subscribers']>;
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
): Promise<TestDatabase> {
  const schema = { entities: typeof entities === 'function' ? entities(name) : entities, subscribers };
  return name === 'sqlite' ? openSqlite(schema) : openPostgres(schema);
}

type SchemaOptions = Pick<DataSourceOptions, 'entities' | 'subscribers'>;

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

async function openPostgres(schema: SchemaOptions): Promise<TestDatabase> {
  const statements = new StatementLog();
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE "${database}" TEMPLATE template0`);
  const dataSource = new DataSource({
    type: 'postgres',
    url: withDatabase(postgresUrl(), database),
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

function postgresUrl(): string {
  const url = process.env.DATABASE_URL_POSTGRES;
  if (!url) throw new Error('DATABASE_URL_POSTGRES is not set: test/support/databases.ts did not run.');
  return url;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl() });
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

/** Join tables included: TypeORM keeps metadata for them as for entities. */
function tablePaths(dataSource: DataSource): string[] {
  return [...new Set(dataSource.entityMetadatas.map((metadata) => metadata.tableName))];
}
