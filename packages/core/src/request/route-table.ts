// Path and method -> route. Looks path segments up in Maps, so the cost does not grow with the number of entities.
import {
  aggregateSegment,
  bulkSegment,
  restoreSegment,
  type Route,
  type RouteMethod,
} from '../model/route-model.js';
import { findSingleColumn } from '../model/row-id.js';

/**
 * The result of matching a method and a path:
 *
 * - `route`: the route that answers. `id` is the path segment of the id, still percent-encoded; '' without one.
 * - `options`: an `OPTIONS` request to a path of the API. `allow` is the value of the header `Allow`.
 * - `other-method`: the path exists, but not with this method.
 * - `nothing`: the API has no such path.
 */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly id: string }
  | { readonly kind: 'options'; readonly allow: string }
  | { readonly kind: 'other-method'; readonly allow: string }
  | { readonly kind: 'nothing' };

/** All routes of an API, and the lookup of the one that answers a request. */
export interface RouteTable {
  /** All routes, also those with `@Handler(false)`. */
  readonly list: readonly Route[];
  /**
   * Finds the route of a request. `HEAD` matches the route of `GET`. `method` is upper-case; `path` starts after the mount
   * point, percent-encoded and without the query. Never throws.
   */
  match(method: string, path: string): RouteMatch;
}

/** The routes of one path by method, and the value of its `Allow` header. */
interface PathRoutes {
  readonly byMethod: Map<string, Route>;
  allow: string;
}

/**
 * The paths below one collection: `/pets`, `/pets/aggregate`, `/pets/bulk`, `/pets/{id}`, `/pets/{id}/<edge>`, aggregates of
 * edges, and restores.
 */
interface Collection {
  root: PathRoutes | undefined;
  aggregate: PathRoutes | undefined;
  item: PathRoutes | undefined;
  bulk: PathRoutes | undefined;
  /** By the path after the id. */
  readonly belowItem: Map<string, PathRoutes>;
}

const nothing: RouteMatch = Object.freeze({ kind: 'nothing' });

/** Builds the lookup of routes. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const collections = new Map<string, Collection>();
  for (const route of routes) addRoute(collections, route);
  for (const collection of collections.values()) joinBulkWithItem(collection);
  return Object.freeze({
    list: routes,
    match: (method: string, path: string) => matchRoute(collections, method, path),
  });
}

function addRoute(collections: Map<string, Collection>, route: Route): void {
  const at = ensurePathRoutes(ensureCollection(collections, route.entity.path), route);
  at.byMethod.set(route.method, route);
  if (route.method === 'GET') at.byMethod.set('HEAD', route);
  at.allow = formatAllow(at.byMethod);
}

/** Where ids are texts, one of them may be `bulk`: the path is that of its row, too. */
function joinBulkWithItem({ bulk, item }: Collection): void {
  if (!bulk || !item || ![...item.byMethod.values()].some(({ entity }) => hasTextId(entity))) return;
  for (const [method, route] of item.byMethod) bulk.byMethod.set(method, route);
  bulk.allow = formatAllow(bulk.byMethod);
}

function hasTextId({ key }: Route['entity']): boolean {
  const only = findSingleColumn(key);
  return only?.kind === 'string' || only?.kind === 'enum';
}

function ensureCollection(collections: Map<string, Collection>, path: string): Collection {
  const existing = collections.get(path);
  if (existing) return existing;
  const collection: Collection = {
    root: undefined,
    aggregate: undefined,
    item: undefined,
    bulk: undefined,
    belowItem: new Map(),
  };
  collections.set(path, collection);
  return collection;
}

function ensurePathRoutes(collection: Collection, route: Route): PathRoutes {
  const belowId = getPathBelowId(route);
  if (belowId !== null) {
    const at = collection.belowItem.get(belowId) ?? createPathRoutes();
    collection.belowItem.set(belowId, at);
    return at;
  }
  if (route.kind === 'aggregate') return (collection.aggregate ??= createPathRoutes());
  if (route.kind === 'bulk-create') return (collection.bulk ??= createPathRoutes());
  if (route.path.includes('{')) return (collection.item ??= createPathRoutes());
  return (collection.root ??= createPathRoutes());
}

/** The path after the id; null for the path of the collection or of an item. */
function getPathBelowId({ kind, edge }: Route): string | null {
  if (kind === 'restore') return restoreSegment;
  if (!edge) return null;
  return kind === 'edge-aggregate' ? `${edge.path}/${aggregateSegment}` : edge.path;
}

function createPathRoutes(): PathRoutes {
  return { byMethod: new Map(), allow: '' };
}

const methodOrder: readonly (RouteMethod | 'HEAD')[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** The value of `Allow` for a path (RFC 9110, 10.2.1). */
export function formatAllow(byMethod: ReadonlyMap<string, Route>): string {
  return [...methodOrder.filter((method) => byMethod.get(method)?.mounted), 'OPTIONS'].join(', ');
}

function matchRoute(collections: ReadonlyMap<string, Collection>, method: string, path: string): RouteMatch {
  if (path.charCodeAt(0) !== 47) return nothing;
  const idAt = path.indexOf('/', 1) + 1;
  const collection = collections.get(idAt === 0 ? path.slice(1) : path.slice(1, idAt - 1));
  if (!collection) return nothing;
  if (idAt === 0) return matchMethod(collection.root, method, '');
  const edgeAt = path.indexOf('/', idAt) + 1;
  const id = edgeAt === 0 ? path.slice(idAt) : path.slice(idAt, edgeAt - 1);
  if (id === '') return nothing;
  // A literal segment takes precedence over an id, as in OpenAPI.
  if (edgeAt === 0 && collection.aggregate && id === aggregateSegment)
    return matchMethod(collection.aggregate, method, '');
  if (edgeAt === 0 && collection.bulk && id === bulkSegment) return matchBulk(collection.bulk, method);
  return matchMethod(
    edgeAt === 0 ? collection.item : collection.belowItem.get(path.slice(edgeAt)),
    method,
    id,
  );
}

/** The row with the id `bulk` keeps its methods. */
function matchBulk(bulk: PathRoutes, method: string): RouteMatch {
  return matchMethod(bulk, method, method === 'POST' ? '' : bulkSegment);
}

/** A path whose routes all have `@Handler(false)` matches only their methods. */
function matchMethod(at: PathRoutes | undefined, method: string, id: string): RouteMatch {
  if (!at) return nothing;
  const route = at.byMethod.get(method);
  if (!route && at.allow === 'OPTIONS') return nothing;
  if (route) return { kind: 'route', route, id };
  return { kind: method === 'OPTIONS' ? 'options' : 'other-method', allow: at.allow };
}
