// (g) Feathers on Koa, its services on Knex; what comes along is resolved as its guide says.
import { createServer } from 'node:http';
import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { KnexService } from '@feathersjs/knex';
import knex, { type Knex } from 'knex';
import { databaseNameOf, poolSize, sqliteFileOf, sqlitePragmas } from '../data/database.js';
import { addEdges } from '../feathers/edge-hooks.js';
import { jobOfEnvironment, serve } from '../serve.js';

const job = jobOfEnvironment();
const Model = knex(knexConfig(job.databaseUrl));
const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());

for (const name of ['users', 'pets', 'visits', 'treatments', 'wides']) {
  app.use(name, new KnexService({ Model, name, multi: false, paginate: { default: 10, max: 100 } }));
}
addEdges(app, job.app);
await app.setup();
const answerRequest = app.callback();
serve(createServer((request, response) => void answerRequest(request, response)));

function knexConfig(url: string): Knex.Config {
  if (databaseNameOf(url) === 'postgres')
    return { client: 'pg', connection: url, pool: { min: 0, max: poolSize } };
  const afterCreate = (
    connection: { pragma(text: string): void },
    done: (error: Error | null, connection: unknown) => void,
  ) => {
    for (const pragma of sqlitePragmas) connection.pragma(pragma);
    done(null, connection);
  };
  return {
    client: 'better-sqlite3',
    connection: { filename: sqliteFileOf(url) },
    useNullAsDefault: true,
    pool: { min: 1, max: 1, afterCreate },
  };
}
