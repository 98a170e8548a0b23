// Authorization: may this request perform this operation? Decided by the `allow` functions of hooks.
import { ApiError } from '../errors.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import type { EntityModel } from '../model/api-model.js';
import { listBulkClasses } from '../model/bulk-classes.js';
import { bulkOperationOf, type Route } from '../model/route-model.js';
import type { EntityHooks } from '../vocabulary/hooks.js';
import type { Operation } from '../vocabulary/operation.js';

/** Authorizes a request; null where no hook decides. Rejects with `forbidden`, or with what a hook throws. */
export type Authorization = (route: Route, state: unknown) => Promise<void> | null;

/** Collects the `allow` functions of each route once. */
export function createAuthorization(routes: readonly Route[], hooks: HookModel): Authorization {
  const checksByRoute = new Map(routes.map((route) => [route, collectAllowChecks(route, hooks)]));
  return (route, state) => {
    const checks = checksByRoute.get(route) ?? [];
    return checks.length === 0 ? null : authorize(checks, state);
  };
}

/** The functions of a route that the route before it did not call. */
export function collectFurtherChecks(route: Route, before: Route, hooks: HookModel): readonly AllowCheck[] {
  const calledHooks = new Set<unknown>(collectAllowChecks(before, hooks).map((check) => check.hooks));
  return collectAllowChecks(route, hooks).filter((check) => !calledHooks.has(check.hooks));
}

/** Calls functions, each once. Null if there are none. Rejects with `forbidden`, or with what a hook throws. */
export function authorizeFurther(checks: readonly AllowCheck[], state: unknown): Promise<void> | null {
  return checks.length === 0 ? null : authorize(keepDistinct(checks), state);
}

function keepDistinct(checks: readonly AllowCheck[]): readonly AllowCheck[] {
  return [...new Map(checks.map((check) => [check.hooks, check])).values()];
}

/** One function to call, and the operation to authorize. */
export interface AllowCheck {
  readonly hooks: EntityHooks<never, never>;
  readonly operation: Operation;
  readonly bulk: boolean;
}

/** An edge endpoint also reads the entity that the edge starts from. */
function collectAllowChecks(route: Route, model: HookModel): readonly AllowCheck[] {
  const { entity, edge, subject, operation, kind } = route;
  const bulk = bulkOperationOf[kind] !== null;
  const collect = (checked: Route['entity'], checkedOperation: Operation) =>
    model
      .getHooks(checked)
      .flatMap(({ hooks }) => (hooks.allow ? [{ hooks, operation: checkedOperation, bulk }] : []));
  const own = [...(edge ? collect(entity, 'read') : []), ...collect(subject, operation)];
  const ofClasses = listSelectedClasses(route).flatMap((one) => collect(one, operation));
  return ofClasses.length === 0 ? own : keepDistinct([...own, ...ofClasses]);
}

/** Single-table inheritance: filters may select rows of all classes, before any is read. */
function listSelectedClasses({ kind, subject: { variants } }: Route): readonly EntityModel[] {
  if (!variants || (kind !== 'bulk-update' && kind !== 'bulk-delete')) return [];
  return listBulkClasses(variants, bulkOperationOf[kind]).map(({ entity }) => entity);
}

async function authorize(checks: readonly AllowCheck[], state: unknown): Promise<void> {
  for (const { hooks, operation, bulk } of checks) {
    // The author declares the type of the state.
    const allowed: unknown = await hooks.allow?.({ state: state as never, operation, bulk });
    if (allowed === false) throw new ApiError('forbidden');
    // A missing return value is a mistake, neither a permission nor a refusal.
    if (allowed !== true) throw new Error(`'allow' for ${operation} returned ${String(allowed)}.`);
  }
}
