// (e) remult on Fastify. What comes along is its client's affair, not its REST API's.
import Fastify from 'fastify';
import { SqlDatabase } from 'remult';
import { createPostgresDataProvider } from 'remult/postgres';
import { BetterSqlite3DataProvider } from 'remult/remult-better-sqlite3';
import { remultApi } from 'remult/remult-fastify';
import Database from 'better-sqlite3';
import { databaseNameOf, poolSize, sqliteFileOf, sqlitePragmas } from '../data/database.js';
import { remultEntities } from '../remult/remult-entities.js';
import { announce, jobOfEnvironment } from '../serve.js';

const { databaseUrl } = jobOfEnvironment();
const sqlite = databaseNameOf(databaseUrl) === 'sqlite';
const dataProvider = sqlite ? openSqlite(sqliteFileOf(databaseUrl)) : openPostgres(databaseUrl);
const app = Fastify({ keepAliveTimeout: 60_000 });

await app.register(
  remultApi({
    entities: remultEntities(databaseNameOf(databaseUrl)),
    dataProvider,
    rootPath: '',
    ensureSchema: false,
    admin: false,
  }),
);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));

function openSqlite(file: string): Promise<SqlDatabase> {
  const database = new Database(file);
  for (const pragma of sqlitePragmas) database.pragma(pragma);
  return Promise.resolve(new SqlDatabase(new BetterSqlite3DataProvider(database)));
}

function openPostgres(connectionString: string): Promise<SqlDatabase> {
  return createPostgresDataProvider({ configuration: { connectionString, max: poolSize } });
}
