// (g) Feathers on Koa, its services on Knex; edges are resolved as its guide says.
import { createServer } from 'node:http';
import { type Application, feathers, type HookContext } from '@feathersjs/feathers';
import { KnexService } from '@feathersjs/knex';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import knex, { type Knex } from 'knex';
import type { AppName } from '../app-name.js';
import { databaseNameOf, poolSize, sqliteFileOf, sqlitePragmasOf } from '../data/database.js';
import { jobOfEnvironment, serve } from '../serve.js';

const owner: Edge = { service: 'pets', name: 'owner', resolve: one('users', 'owner_id') };

const edges: Readonly<Record<AppName, readonly Edge[]>> = {
  petstore: [owner],
  'no-owner': [],
  'user-pets': [{ service: 'users', name: 'pets', resolve: many('pets', 'owner_id') }],
};

const job = jobOfEnvironment();
const Model = knex(knexConfig(job.databaseUrl));
const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());

for (const name of ['users', 'pets']) {
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
    for (const pragma of sqlitePragmasOf(url)) connection.pragma(pragma);
    done(null, connection);
  };
  return {
    client: 'better-sqlite3',
    connection: { filename: sqliteFileOf(url) },
    useNullAsDefault: true,
    pool: { min: 1, max: 1, afterCreate },
  };
}

type Row = Record<string, unknown>;
type Resolve = (app: Application, row: Row) => Promise<unknown>;

interface Edge {
  readonly service: string;
  readonly name: string;
  readonly resolve: Resolve;
}

/** Puts the app's edges on the services that hold them. */
function addEdges(app: Application, name: AppName): void {
  for (const edge of edges[name]) {
    app.service(edge.service).hooks({ after: { all: [(context: HookContext) => addEdge(context, edge)] } });
  }
}

async function addEdge(context: HookContext, { name, resolve }: Edge): Promise<void> {
  const { provider } = context.params as { provider?: string };
  if (!provider) return;
  const rows = rowsOf(context.result);
  await Promise.all(
    rows.map(async (row) => {
      row[name] = await resolve(context.app, row);
    }),
  );
}

function rowsOf(result: unknown): Row[] {
  const { data } = result as { data?: Row[] };
  return data ?? [result as Row];
}

function one(service: string, key: string): Resolve {
  return (app, row) => app.service(service).get(row[key] as number);
}

function many(service: string, key: string): Resolve {
  return (app, row) =>
    app.service(service).find({ query: { [key]: row.id, $sort: { id: 1 } }, paginate: false });
}
