// Authorizes what a body creates by way of edges: the one question that needs the body.
import type { EntityModel } from '../model/api-model.js';
import { listNestedEdges } from '../model/edge-creation.js';
import type { TargetOf } from '../model/edge-targets.js';
import type { HookModel } from '../model/resolve/hook-model.js';
import { bodyOperations, bulkOperationOf } from '../model/route-model.js';
import { authorizeCreates } from '../plan/authorization.js';
import { createBodyForms } from '../plan/body-form.js';
import { toBodyObject } from '../plan/body-value.js';
import { chooseClass, listNestedValues, listObjects } from '../plan/nested-objects.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { after } from './awaitable.js';
import type { ResolveRowClass } from './row-class.js';

/** Authorizes the creates of a body; null where no hook decides. Rejects with `forbidden`, or with what a hook throws. */
type NestedAuthorization = (parsed: ParsedRequest, state: unknown) => Promise<void> | null;

/** What is authorized: the entities of an API, and its hooks. */
interface AuthorizedModel {
  readonly entities: readonly EntityModel[];
  readonly hooks: HookModel;
  readonly targetOf: TargetOf<EntityModel>;
}

/** Adds the authorization to the step before planning. Leaves that as it is where no hook decides. */
export function addNestedAuthorization(
  resolveClass: ResolveRowClass | null,
  model: AuthorizedModel,
): ResolveRowClass | null {
  if (!hasChecks(model)) return resolveClass;
  const authorize = createNestedAuthorization(model);
  return (parsed, context) =>
    after(resolveClass ? resolveClass(parsed, context) : parsed, (resolved) => {
      const authorizing = authorize(resolved, context.state);
      return authorizing ? authorizing.then(() => resolved) : resolved;
    });
}

function hasChecks({ entities, hooks, targetOf }: AuthorizedModel): boolean {
  const targets = entities.flatMap(listNestedEdges).map(targetOf);
  return targets.some((target) => hooks.getRowHooks(target).some((one) => one.hooks.allow));
}

function createNestedAuthorization({ hooks, targetOf }: AuthorizedModel): NestedAuthorization {
  const getForm = createBodyForms(targetOf);
  const listCreated = (entity: EntityModel, body: JsonValue | undefined) =>
    listNestedValues(toBodyObject(body), getForm(entity, 'create').nested).flatMap((given) =>
      listObjects(given).map((object) => chooseClass(given.key.target, object).entity),
    );
  return (parsed, state) => {
    const { route } = parsed;
    if (bodyOperations[route.kind] !== 'create') return null;
    const entities = new Set<EntityModel>();
    for (const { entity, body } of listRowBodies(parsed))
      for (const created of listCreated(entity, body)) entities.add(created);
    return entities.size === 0 ? null : authorizeCreates([...entities], { route, state }, hooks);
  };
}

/** The body of each row that a request creates. */
function listRowBodies({ route, body, itemClasses }: ParsedRequest) {
  const { value } = body;
  if (bulkOperationOf[route.kind] === null) return [{ entity: route.subject, body: value }];
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).map((item, at) => ({
    entity: itemClasses?.[at]?.entity ?? route.subject,
    body: item,
  }));
}
