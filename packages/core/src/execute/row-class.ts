// Which class a write through a parent of single-table inheritance is for: the body of a create says it, otherwise the row.
import { ApiError } from '../errors.js';
import type { VariantsModel } from '../model/api-model.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import { bulkOperationOf, type Route } from '../model/route-model.js';
import { authorizeFurther } from '../plan/authorization.js';
import { omitDiscriminator } from '../plan/body-class.js';
import { parsePathId } from '../plan/id-value.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { after, type Awaitable } from './awaitable.js';
import {
  findClassOfObject,
  isCreate,
  resolveClassRoutes,
  type ClassContext,
  type ClassRoute,
  type ClassRoutes,
} from './class-routes.js';
import { resolveItemClasses } from './item-class.js';
import { bindStatement, run, type QueryResult } from './script.js';

/** Leads a request to the route of its class. Throws as that route refuses it. */
export type ResolveRowClass = (parsed: ParsedRequest, context: ClassContext) => Awaitable<ParsedRequest>;

/** Null where no entity has variants. */
export function createClassResolver(
  routes: readonly Route[],
  hooks: HookModel,
  maxItems: number,
): ResolveRowClass | null {
  const known = resolveClassRoutes(routes, hooks);
  if (known.size === 0) return null;
  return (parsed, context) => {
    const classes = known.get(parsed.route);
    if (!classes) return parsed;
    if (bulkOperationOf[parsed.route.kind] !== null)
      return resolveItemClasses(classes, parsed, { ...context, maxItems });
    return after(chooseClass(classes, parsed, context), (chosen) => {
      const authorizing = authorizeFurther(chosen.checks, context.state);
      const resolved = moveToClass(chosen, parsed);
      return authorizing ? authorizing.then(() => resolved) : resolved;
    });
  };
}

function chooseClass(classes: ClassRoutes, parsed: ParsedRequest, context: ClassContext) {
  if (isCreate(parsed.route)) return findClassOfBody(classes, parsed);
  return after(readStoredClass(parsed, context), (value) => findClassOfRow(classes, value));
}

/**
 * The value of the discriminator. Null for a row that does not show: the parent's own route does not find it either. Throws
 * `not_found` where the parent has no rows of its own, whose body would be another.
 */
function readStoredClass(
  { route: { entity, kind }, id }: ParsedRequest,
  { executor, programs }: ClassContext,
) {
  const { variants } = entity;
  const key = parsePathId(id, entity);
  if (!variants || key === undefined) return null;
  const statement = programs.selectRowClass(entity, variants, kind === 'restore' ? 'with' : 'without');
  return after(
    executor.read(bindStatement(statement, [key]), []),
    (answer) =>
      // A replica may not have it yet.
      getDiscriminator(variants, answer) ??
      after(
        executor.write(() => run(statement, [key])),
        (written) => {
          const value = getDiscriminator(variants, written);
          if (value === null && entity.table.discriminator?.own === null) throw new ApiError('not_found');
          return value;
        },
      ),
  );
}

function getDiscriminator({ discriminator }: VariantsModel, { rows }: QueryResult): string | null {
  const value = discriminator.codec.decode(rows[0]?.[0]);
  return typeof value === 'string' ? value : null;
}

/**
 * The class that the body of a create names, or the parent itself. Throws `invalid_request` for a class that cannot be
 * created.
 */
function findClassOfBody(classes: ClassRoutes, { route: { subject }, body }: ParsedRequest): ClassRoute {
  const chosen = findClassOfObject(classes, subject, body.value);
  if ('route' in chosen) return chosen;
  throw new ApiError('invalid_request', { detail: chosen.detail, faults: [chosen] });
}

/** Moves the request to the route of a class, without the discriminator in the body of a create. */
function moveToClass({ route }: ClassRoute, parsed: ParsedRequest): ParsedRequest {
  if (!isCreate(parsed.route)) return { ...parsed, route };
  return { ...parsed, route, body: omitDiscriminator(parsed.route.subject, parsed.body) };
}

/** The route for a row of a class. Throws `method_not_allowed`, or `not_found` where the class has no route to a single row. */
function findClassOfRow({ own, byValue }: ClassRoutes, value: string | null): ClassRoute {
  const found = value === null ? own : (byValue.get(value) ?? own);
  if (found.route) return found;
  throw found.allow === null
    ? new ApiError('not_found')
    : new ApiError('method_not_allowed', { headers: { allow: found.allow } });
}
