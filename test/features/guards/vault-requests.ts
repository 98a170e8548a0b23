// Requests to every route that writes: for each key that its body may have, one with that key; for each class that it may name,
// and each edge that takes objects, one with an object.
import { narrowToEdge, type Api, type EntityModel, type Route } from '@decorest/core';

/** A request, and the route that it is for. */
export interface VaultRequest {
  readonly route: Route;
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
  /** The request for a reader: the route, and the keys or the query that make the difference. */
  readonly title: string;
}

type Body = Readonly<Record<string, unknown>>;

/** All of them, in the order of the routes. */
export function listVaultRequests({ routes, model }: Api): readonly VaultRequest[] {
  const targetOf = (name: string) => model.entities.find((entity) => entity.name === name);
  return routes.list
    .filter(({ method, mounted }) => method !== 'GET' && mounted)
    .flatMap((route) => listForRoute(route, targetOf));
}

type TargetOf = (name: string) => EntityModel | undefined;

function listForRoute(route: Route, targetOf: TargetOf): readonly VaultRequest[] {
  const { kind, subject, method, path } = route;
  const at = path.replace('{id}', '1');
  const request = (title: string, body?: unknown, query = ''): VaultRequest => ({
    route,
    method,
    target: query === '' ? at : `${at}?${query}`,
    body,
    title: [method, at, title].join(' ').trim(),
  });
  switch (kind) {
    case 'create':
    case 'edge-create':
      return listCreates(subject, targetOf).map(([title, body]) => request(title, body));
    case 'bulk-create':
      return listCreates(subject, targetOf).map(([title, body]) => request(title, [body]));
    case 'update':
      return listKeys(subject.body.update.properties).map((body) => request(nameKeys(body), body));
    case 'bulk-update': {
      const { many, item } = subject.bulk?.body ?? {};
      const items = listKeys(item?.properties).filter((body) => !('id' in body));
      return [
        ...queries.flatMap((query) =>
          listKeys(many?.properties).map((body) => request(`${query} ${nameKeys(body)}`, body, query)),
        ),
        ...items.map((body) => request(`[${nameKeys(body)}]`, [{ id: 1, ...body }])),
      ];
    }
    case 'bulk-delete':
      return queries.map((query) => request(query, undefined, query));
    default:
      return [request('')];
  }
}

/** What selects many rows: all, by their ids, and by other fields, where there is such a filter. */
const queries = ['all=true', 'id.in=1', 'weight.gte=0'];

function listCreates(entity: EntityModel, targetOf: TargetOf): readonly (readonly [string, Body])[] {
  const { variants } = entity;
  if (!variants) return listOfClass(entity, targetOf).map((body) => [nameKeys(body), body]);
  return variants.classes.flatMap(({ value, entity: one }) =>
    listOfClass(one, targetOf).map((body) => {
      const named = { [variants.discriminator.name]: value, ...body };
      return [`${value} ${nameKeys(body)}`.trim(), named] as const;
    }),
  );
}

function listOfClass({ body, edges }: EntityModel, targetOf: TargetOf): readonly Body[] {
  const nested = edges.flatMap((edge): Body[] => {
    const target = edge.creation?.nested ? targetOf(edge.target) : undefined;
    if (!target) return [];
    const { variants, body: own } = narrowToEdge(target, edge);
    const objects = variants
      ? variants.classes.map(({ value }) => ({ [variants.discriminator.name]: value }))
      : [{}, ...listKeys(own.create.properties)];
    return objects.map((object) => ({ [edge.name]: edge.unique ? object : [object] }));
  });
  return [{}, ...listKeys(body.create.properties), ...nested];
}

type Properties = Readonly<Record<string, { readonly type?: unknown }>> | undefined;

/** A body for each key. The second row of each table is free. */
function listKeys(properties: Properties): readonly Body[] {
  return Object.entries(properties ?? {}).map(([key, schema]) => ({ [key]: chooseValue(key, schema.type) }));
}

function chooseValue(key: string, type: unknown): unknown {
  const types = [type].flat();
  if (types.includes('array')) return [key.startsWith('remove_') ? 1 : 2];
  return types.includes('string') ? 'changed' : 2;
}

function nameKeys(body: Body): string {
  return Object.entries(body)
    .map(([key, value]) => {
      const [one] = [value].flat();
      return typeof one === 'object' ? `${key} ${JSON.stringify(one)}` : key;
    })
    .join();
}
