// What comes along, after every call that comes from outside: one more call of a service for each entity.
import type { Application, HookContext } from '@feathersjs/feathers';
import type { AppName } from '../app-name.js';

type Row = Record<string, unknown>;
type Resolve = (app: Application, row: Row) => Promise<unknown>;

interface Edge {
  readonly service: string;
  readonly name: string;
  readonly resolve: Resolve;
}

const owner: Edge = { service: 'pets', name: 'owner', resolve: one('users', 'owner_id') };

const edges: Readonly<Record<AppName, readonly Edge[]>> = {
  petstore: [owner],
  crowd: [owner],
  'no-owner': [],
  wide: [],
  'user-pets': [{ service: 'users', name: 'pets', resolve: many('pets', 'owner_id') }],
  visits: [
    { service: 'visits', name: 'pet', resolve: one('pets', 'pet_id') },
    { service: 'visits', name: 'vet', resolve: one('users', 'vet_id') },
    { service: 'visits', name: 'treatments', resolve: many('treatments', 'visit_id') },
  ],
};

/** Puts the app's edges on the services that hold them. */
export function addEdges(app: Application, name: AppName): void {
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
