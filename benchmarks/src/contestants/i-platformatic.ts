// (i) Platformatic DB's parts: its SQL mapper and its REST API on Fastify. It embeds nothing.
import sqlMapper from '@platformatic/sql-mapper';
import sqlOpenApi from '@platformatic/sql-openapi';
import Fastify from 'fastify';
import { databaseNameOf, poolSize, sqliteFileOf, sqlitePragmasOf } from '../data/database.js';
import { announce, jobOfEnvironment } from '../serve.js';

const { databaseUrl } = jobOfEnvironment();
const sqlite = databaseNameOf(databaseUrl) === 'sqlite';
const app = Fastify({ keepAliveTimeout: 60_000 });

await app.register(sqlMapper.plugin, {
  connectionString: sqlite ? `sqlite://${sqliteFileOf(databaseUrl)}` : databaseUrl,
  poolSize,
  async onDatabaseLoad(database, sql) {
    if (!sqlite) return;
    for (const pragma of sqlitePragmasOf(databaseUrl))
      await database.query(sql.__dangerous__rawValue(`PRAGMA ${pragma}`));
  },
});
await app.register(sqlOpenApi.default);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));
