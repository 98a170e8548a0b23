// Which class a write through a parent of single-table inheritance is for: the body of a create says it, otherwise the row.
import { ApiError } from '../errors.js';
import type { ClassModel, EntityModel } from '../model/api-model.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import type { Route } from '../model/route-model.js';
import { createFurtherAuthorization } from '../plan/authorization.js';
import { toBodyObject } from '../plan/body-value.js';
import { parsePathId } from '../plan/id-value.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { formatAllow } from '../request/route-table.js';
import type { Programs } from '../sql/bound-programs.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { bindStatement, run, type QueryResult } from './script.js';

/** What a request is run with. */
interface RequestContext {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly state: unknown;
}

/** Leads a request to the route of its class. Throws as that route refuses it. */
export type ResolveRowClass = (parsed: ParsedRequest, context: RequestContext) => Awaitable<ParsedRequest>;

/** Null where no entity has variants. */
export function createClassResolver(routes: readonly Route[], hooks: HookModel): ResolveRowClass | null {
  const known = resolveClassRoutes(routes, hooks);
  if (known.size === 0) return null;
  return (parsed, context) => {
    const classes = known.get(parsed.route);
    if (!classes) return parsed;
    return after(chooseClass(classes, parsed, context), (chosen) => {
      const admitting = chosen.authorize(context.state);
      const led = moveToClass(chosen, parsed);
      return admitting ? admitting.then(() => led) : led;
    });
  };
}

function chooseClass(classes: ClassRoutes, parsed: ParsedRequest, context: RequestContext) {
  if (isCreate(parsed.route)) return findClassOfBody(classes, parsed);
  return after(readStoredClass(parsed, context), (value) => findClassOfRow(classes, value));
}

/** The value of the discriminator. Null for a row that does not show: the parent's own route does not find it either. */
function readStoredClass({ route: { entity }, id }: ParsedRequest, { executor, programs }: RequestContext) {
  const { variants } = entity;
  const key = parsePathId(id, entity);
  if (!variants || key === undefined) return null;
  const statement = programs.selectRowClass(entity, variants);
  return after(
    executor.read(bindStatement(statement, [key]), []),
    (answer) =>
      // A replica may not have it yet.
      getDiscriminator(answer) ??
      after(
        executor.write(() => run(statement, [key])),
        getDiscriminator,
      ),
  );
}

function getDiscriminator({ rows }: QueryResult): string | null {
  const value = rows[0]?.[0];
  return typeof value === 'string' ? value : null;
}

/** The route of a class for one write. */
interface ClassRoute {
  readonly route: Route;
  /** Calls the `allow` hooks that the parent's route did not call. */
  readonly authorize: (state: unknown) => Promise<void> | null;
}

/** Where the writes of a parent's route continue, by the value of the discriminator. */
interface ClassRoutes {
  readonly own: ClassRoute;
  readonly byValue: ReadonlyMap<string, ClassRoute | NoRoute>;
}

/** The class lacks the operation; `allow` lists the methods that it has. */
interface NoRoute {
  readonly route: null;
  readonly allow: string | null;
}

/** The routes whose writes continue on others; empty where no entity has variants. */
function resolveClassRoutes(routes: readonly Route[], hooks: HookModel): ReadonlyMap<Route, ClassRoutes> {
  const found = new Map<Route, ClassRoutes>();
  for (const route of routes) {
    const { variants } = route.subject;
    if (!variants || !isWrite(route.kind)) continue;
    const own = narrowToClass(route, variants.own);
    const lead = (one: ClassModel) => [one.value, resolveClassRoute(one, route, { routes, hooks })] as const;
    found.set(route, {
      own: { route: own, authorize: () => null },
      byValue: new Map(variants.classes.map(lead)),
    });
  }
  return found;
}

function isWrite(kind: Route['kind']): boolean {
  return kind === 'create' || kind === 'edge-create' || kind === 'update' || kind === 'delete';
}

function isCreate({ kind }: Route): boolean {
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
      authorize: createFurtherAuthorization(route, parent, hooks),
    };
  const atItem = ofClass.filter((one) => one.path.includes('{'));
  const also = atItem.filter(({ kind }) =>
    routes.some((one) => one.entity === parent.entity && one.kind === kind && one.mounted),
  );
  const byMethod = new Map<string, Route>(
    also.flatMap((one) => [[one.method, one], ...(one.method === 'GET' ? [['HEAD', one] as const] : [])]),
  );
  return { route: null, allow: atItem.length === 0 ? null : formatAllow(byMethod) };
}

/**
 * The class that the body of a create names, or the parent itself. Throws `invalid_request` for a class that cannot be
 * created.
 */
function findClassOfBody(
  { own, byValue }: ClassRoutes,
  { route: { subject }, body }: ParsedRequest,
): ClassRoute {
  const name = subject.variants?.discriminator.name ?? '';
  const given = toBodyObject(body.value);
  if (!Object.hasOwn(given, name)) return own;
  const value = given[name];
  const chosen = typeof value === 'string' ? byValue.get(value) : undefined;
  if (chosen?.route) return chosen;
  const values = [...byValue].flatMap(([each, { route }]) => (route ? JSON.stringify(each) : []));
  const detail = `The value must be one of ${values.join(', ')}.`;
  throw new ApiError('invalid_request', {
    detail,
    faults: [{ pointer: `/${name}`, code: 'not_allowed', detail }],
  });
}

/** Moves the request to the route of a class, without the discriminator in the body of a create. */
function moveToClass({ route }: ClassRoute, parsed: ParsedRequest): ParsedRequest {
  const { variants } = parsed.route.subject;
  const given = toBodyObject(parsed.body.value);
  if (!isCreate(parsed.route) || !variants || !Object.hasOwn(given, variants.discriminator.name))
    return { ...parsed, route };
  const entries = Object.entries(given).filter(([key]) => key !== variants.discriminator.name);
  return { ...parsed, route, body: { ...parsed.body, value: Object.fromEntries(entries) } };
}

/** The route for a row of a class. Throws `method_not_allowed`, or `not_found` where the class has no route to a single row. */
function findClassOfRow({ own, byValue }: ClassRoutes, value: string | null): ClassRoute {
  const found = value === null ? own : (byValue.get(value) ?? own);
  if (found.route) return found;
  throw found.allow === null
    ? new ApiError('not_found')
    : new ApiError('method_not_allowed', { headers: { allow: found.allow } });
}
