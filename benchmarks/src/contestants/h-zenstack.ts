// (h) ZenStack: its ORM, and the JSON:API of its server adapter on Fastify. What comes along is asked for by the
// client; here the server adds it to each request, because it differs from app to app.
import { ZenStackClient } from '@zenstackhq/orm';
import { PostgresDialect } from '@zenstackhq/orm/dialects/postgres';
import { SqliteDialect } from '@zenstackhq/orm/dialects/sqlite';
import { RestApiHandler } from '@zenstackhq/server/api';
import { ZenStackFastifyPlugin } from '@zenstackhq/server/fastify';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { databaseNameOf, poolSize, sqliteFileOf, sqlitePragmas } from '../data/database.js';
import { announce, jobOfEnvironment } from '../serve.js';
import { includesOf } from '../zenstack/zenstack-includes.js';
import { zenstackSchema } from '../zenstack/zenstack-schema.js';

const job = jobOfEnvironment();
const database = databaseNameOf(job.databaseUrl);
const schema = zenstackSchema(database);
const client = new ZenStackClient(schema, {
  dialect: database === 'sqlite' ? sqliteDialect(job.databaseUrl) : postgresDialect(job.databaseUrl),
});
const apiHandler = new RestApiHandler({
  schema,
  endpoint: 'http://localhost',
  modelNameMapping: { User: 'users', Pet: 'pets', Visit: 'visits', Wide: 'wides' },
});
const includes = includesOf(job.app);
const app = Fastify({ keepAliveTimeout: 60_000 });

app.addHook('preHandler', (request, _reply, done) => {
  const include = includes.get(request.url.split(/[/?]/, 2)[1] ?? '');
  if (include !== undefined) request.query = { ...(request.query as object), include };
  done();
});
await app.register(ZenStackFastifyPlugin, { prefix: '', apiHandler, getClient: () => client });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));

function sqliteDialect(url: string): SqliteDialect {
  const file = new Database(sqliteFileOf(url));
  for (const pragma of sqlitePragmas) file.pragma(pragma);
  return new SqliteDialect({ database: file });
}

function postgresDialect(connectionString: string): PostgresDialect {
  return new PostgresDialect({ pool: new Pool({ connectionString, max: poolSize }) });
}
