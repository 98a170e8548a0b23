// Single-table inheritance: the routes of the classes whose rows a parent has.
import type { Fault } from '../errors.js';
import type { ClassModel, EntityModel } from '../model/api-model.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import type { Route } from '../model/route-model.js';
import { collectFurtherChecks, type AllowCheck } from '../plan/authorization.js';
import { createUnknownClassFault } from '../plan/body-class.js';
import { toBodyObject } from '../plan/body-value.js';
import { formatAllow } from '../request/route-table.js';
import type { Programs } from '../sql/bound-programs.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import type { Executor } from './executor.js';

/** What the class of a row is found with. */
export interface ClassContext {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly state: unknown;
}

/** The route of a class for one write. */
export interface ClassRoute {
  readonly route: Route;
  /** The `allow` hooks that the parent's route did not call. */
  readonly checks: readonly AllowCheck[];
}

/** Where the writes of a parent's route continue, by the value of the discriminator. */
export interface ClassRoutes {
  readonly own: ClassRoute;
  readonly byValue: ReadonlyMap<string, ClassRoute | NoRoute>;
}

/** The class lacks the operation; `allow` lists the methods that it has. */
interface NoRoute {
  readonly route: null;
  readonly allow: string | null;
}

/** The kinds of routes whose requests are for rows of one class each, which the body or the row names. */
const leadsToClasses: Readonly<Record<Route['kind'], boolean>> = {
  list: false,
  create: true,
  read: false,
  update: true,
  delete: true,
  aggregate: false,
  'edge-read': false,
  'edge-list': false,
  'edge-aggregate': false,
  'edge-create': true,
  restore: true,
  'bulk-create': true,
  'bulk-update': true,
  'bulk-delete': false,
};

/** The routes whose writes continue on others; empty where no entity has variants. */
export function resolveClassRoutes(
  routes: readonly Route[],
  hooks: HookModel,
): ReadonlyMap<Route, ClassRoutes> {
  const found = new Map<Route, ClassRoutes>();
  for (const route of routes) {
    const { variants } = route.subject;
    if (!variants || !leadsToClasses[route.kind]) continue;
    const own = narrowToClass(route, variants.own);
    const lead = (one: ClassModel) => [one.value, resolveClassRoute(one, route, { routes, hooks })] as const;
    found.set(route, {
      own: { route: own, checks: [] },
      byValue: new Map(variants.classes.map(lead)),
    });
  }
  return found;
}

/** Whether the body names the class of the one new row. */
export function isCreate({ kind }: Route): boolean {
  return kind === 'create' || kind === 'edge-create';
}

/** The route for rows of one class: its own, or that of an edge which leads to it. */
function narrowToClass(route: Route, entity: EntityModel): Route {
  return { ...route, ...(route.edge ? {} : { entity }), subject: entity };
}

function resolveClassRoute(
  { entity }: ClassModel,
  parent: Route,
  { routes, hooks }: { readonly routes: readonly Route[]; readonly hooks: HookModel },
): ClassRoute | NoRoute {
  // By name: a class that is created under an edge, or is a parent without its children, is a narrowed copy.
  const ofClass = routes.filter((one) => !one.edge && one.mounted && one.entity.name === entity.name);
  const kind = isCreate(parent) ? 'create' : parent.kind;
  const route = ofClass.find((one) => one.kind === kind);
  if (route)
    return {
      route: narrowToClass(parent.edge ? parent : route, entity),
      checks: collectFurtherChecks(route, parent, hooks),
    };
  // The path that restores a row has no other method.
  if (parent.kind === 'restore') return { route: null, allow: null };
  const atItem = ofClass.filter((one) => one.path.includes('{') && one.kind !== 'restore');
  const also = atItem.filter(({ kind }) =>
    routes.some((one) => one.entity === parent.entity && one.kind === kind && one.mounted),
  );
  const byMethod = new Map<string, Route>(
    also.flatMap((one) => [[one.method, one], ...(one.method === 'GET' ? [['HEAD', one] as const] : [])]),
  );
  return { route: null, allow: atItem.length === 0 ? null : formatAllow(byMethod) };
}

/** The class that a new object names, or the parent itself; a fault for a class that cannot be created. */
export function findClassOfObject(
  { own, byValue }: ClassRoutes,
  entity: EntityModel,
  object: JsonValue | undefined,
): ClassRoute | Fault {
  const name = entity.variants?.discriminator.name ?? '';
  const given = toBodyObject(object);
  const isNamed = Object.hasOwn(given, name);
  if (!isNamed && entity.table.discriminator?.own !== null) return own;
  const value = isNamed ? given[name] : undefined;
  const chosen = typeof value === 'string' ? byValue.get(value) : undefined;
  if (chosen?.route) return chosen;
  const values = [...byValue].flatMap(([each, { route }]) => (route ? each : []));
  return createUnknownClassFault(name, values);
}
