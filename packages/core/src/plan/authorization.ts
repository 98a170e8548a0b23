// Authorization: may this request perform this operation? Decided by the `allow` functions of hooks.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import { listBulkClasses } from '../model/bulk-classes.js';
import { bulkOperationOf, type Route } from '../model/route-model.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { EntityHooks } from '../vocabulary/hooks.js';
import type { AllowedOperation } from '../vocabulary/operation.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { acceptsDeleted } from './deleted-plan.js';

/** Authorizes a request; null where no hook decides. Rejects with `forbidden`, or with what a hook throws. */
export type Authorization = (route: Route, request: AuthorizedRequest) => Promise<void> | null;

type AuthorizedRequest = Pick<CompleteRequest, 'state' | 'parsedQuery'>;

/** Collects the `allow` functions of each route once. */
export function createAuthorization(routes: readonly Route[], hooks: HookModel): Authorization {
  const selectByRoute = new Map(routes.map((route) => [route, createCheckSelector(route, hooks)]));
  return (route, request) => {
    const checks = selectByRoute.get(route)?.(request) ?? [];
    return checks.length === 0 ? null : authorize(checks, request.state);
  };
}

/** Returns the function that selects the checks of a request. Reads of deleted rows also require the permission to restore. */
function createCheckSelector(
  route: Route,
  hooks: HookModel,
): (request: AuthorizedRequest) => readonly AllowCheck[] {
  const checks = collectAllowChecks(route, hooks);
  if (checks.length === 0 || !acceptsDeleted(route)) return () => checks;
  const withDeleted = [...checks, ...collectChecksOf(route.subject, 'restore', hooks)];
  return ({ parsedQuery: { terms } }) =>
    terms.some(({ name }) => name === parameterNames.deleted) ? withDeleted : checks;
}

/** Collects the functions of a route that the route before it did not call. */
export function collectFurtherChecks(route: Route, before: Route, hooks: HookModel): readonly AllowCheck[] {
  const calledHooks = new Set<unknown>(collectAllowChecks(before, hooks).map((check) => check.hooks));
  return collectAllowChecks(route, hooks).filter((check) => !calledHooks.has(check.hooks));
}

/** Calls the functions, each once; null without any. Rejects with `forbidden`, or with what a hook throws. */
export function authorizeFurther(checks: readonly AllowCheck[], state: unknown): Promise<void> | null {
  return checks.length === 0 ? null : authorize(keepDistinct(checks), state);
}

function keepDistinct(checks: readonly AllowCheck[]): readonly AllowCheck[] {
  return [...new Map(checks.map((check) => [check.hooks, check])).values()];
}

/**
 * Calls the hooks that authorize a create of the entities, each once, without those that the route has called for it. A request
 * for many rows is one for what they create, too.
 */
export function authorizeCreates(
  entities: readonly EntityModel[],
  { route, state }: { readonly route: Route; readonly state: unknown },
  model: HookModel,
): Promise<void> | null {
  const calledChecks = collectAllowChecks(route, model).filter(({ operation }) => operation === 'create');
  const calledHooks = new Set(calledChecks.map((check) => check.hooks));
  const checks = entities.flatMap((entity) => collectChecksOf(entity, 'create', model, isForManyRows(route)));
  return authorizeFurther(
    checks.filter((check) => !calledHooks.has(check.hooks)),
    state,
  );
}

/** One function to call, and the operation to authorize. */
export interface AllowCheck {
  readonly hooks: EntityHooks<never, never>;
  readonly operation: AllowedOperation;
  readonly bulk: boolean;
}

/** An edge endpoint also reads the entity that the edge starts from. */
function collectAllowChecks(route: Route, model: HookModel): readonly AllowCheck[] {
  const { entity, edge, subject, kind, operation } = route;
  const bulk = isForManyRows(route);
  const own = [
    ...(edge ? collectChecksOf(entity, 'read', model) : []),
    ...collectChecksOf(subject, kind === 'restore' ? kind : operation, model, bulk),
  ];
  const ofClasses = listSelectedClasses(route).flatMap((one) => collectChecksOf(one, operation, model, bulk));
  return ofClasses.length === 0 ? own : keepDistinct([...own, ...ofClasses]);
}

function isForManyRows({ kind }: Route): boolean {
  return bulkOperationOf[kind] !== null;
}

/** Single-table inheritance: filters may select rows of all classes, before any is read. */
function listSelectedClasses({ kind, subject: { variants } }: Route): readonly EntityModel[] {
  if (!variants || (kind !== 'bulk-update' && kind !== 'bulk-delete')) return [];
  return listBulkClasses(variants, bulkOperationOf[kind]).map(({ entity }) => entity);
}

function collectChecksOf(
  entity: EntityModel,
  operation: AllowedOperation,
  model: HookModel,
  bulk = false,
): AllowCheck[] {
  return model.getHooks(entity).flatMap(({ hooks }) => (hooks.allow ? [{ hooks, operation, bulk }] : []));
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
