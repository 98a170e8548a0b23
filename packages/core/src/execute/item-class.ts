// Which class each item of a body is for, where an entity has several: a new item says it, otherwise its row.
import type { Fault } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { authorizeFurther } from '../plan/authorization.js';
import { toBodyObject } from '../plan/body-value.js';
import { formatId, parseUncheckedId } from '../plan/id-value.js';
import type { ItemClass, ParsedRequest } from '../request/parsed-request.js';
import type { JsonValue } from '../vocabulary/json-schema.js';
import { after, type Awaitable } from './awaitable.js';
import { findClassOfObject, type ClassContext, type ClassRoute, type ClassRoutes } from './class-routes.js';
import { bindStatement, run, type QueryResult, type Script } from './script.js';
import { decodeStoredId } from './stored-id.js';
import { findStoredIds } from './stored-ids.js';

/** Leaves a body that is no list, or is too long, to the checks of bodies. */
export function resolveItemClasses(
  classes: ClassRoutes,
  parsed: ParsedRequest,
  context: ClassContext & { readonly maxItems: number },
): Awaitable<ParsedRequest> {
  const { value } = parsed.body;
  if (!Array.isArray(value) || value.length > context.maxItems) return parsed;
  const items = value as readonly JsonValue[];
  return after(chooseItemClasses(classes, items, { parsed, context }), (chosen) => {
    const itemClasses = chosen.map((one): ItemClass =>
      'route' in one ? { entity: one.route.entity } : { refusal: one },
    );
    const resolved = { ...parsed, itemClasses };
    const checks = [...new Set(chosen)].flatMap((one) => ('route' in one ? one.checks : []));
    const authorizing = authorizeFurther(checks, context.state);
    return authorizing ? authorizing.then(() => resolved) : resolved;
  });
}

function chooseItemClasses(
  classes: ClassRoutes,
  items: readonly JsonValue[],
  { parsed, context }: { readonly parsed: ParsedRequest; readonly context: ClassContext },
): Awaitable<readonly (ClassRoute | Fault)[]> {
  const { entity, kind } = parsed.route;
  if (kind === 'bulk-create') return items.map((item) => findClassOfObject(classes, entity, item));
  const ids = items.map((item) => {
    const { [entity.id.name]: id = null } = toBodyObject(item);
    return parseUncheckedId(entity, id);
  });
  return after(readStoredClasses(entity, ids, context), (kinds) =>
    ids.map((id) => findClassOfItem(classes, entity, kinds.get(formatId(id)))),
  );
}

/** The values of the discriminators of visible rows, by the texts of their ids. */
function readStoredClasses(
  entity: EntityModel,
  ids: readonly unknown[],
  { executor, programs }: ClassContext,
): Awaitable<ReadonlyMap<string, unknown>> {
  const { variants } = entity;
  const given = ids.filter((id) => id !== undefined);
  if (!variants || given.length === 0) return new Map();
  const statement = programs.bulk.selectClasses(entity, variants);
  const toKinds = ({ rows }: QueryResult) =>
    new Map(
      rows.map((row) => [
        formatId(decodeStoredId(entity, row)),
        variants.discriminator.codec.decode(row[entity.key.length]),
      ]),
    );
  function* readKinds(): Script<ReadonlyMap<string, unknown>> {
    const kinds = toKinds(yield* run(statement, [given]));
    const others = entity.table.hasExactKey ? [] : given.filter((id) => !kinds.has(formatId(id)));
    const stored = yield* findStoredIds(programs, entity, others);
    return new Map([...kinds, ...[...stored].map(([id, text]) => [id, kinds.get(text)] as const)]);
  }
  return after(executor.read(bindStatement(statement, [given]), []), (answer) => {
    const kinds = toKinds(answer);
    if (given.every((id) => kinds.has(formatId(id)))) return kinds;
    // A replica may not have all of them yet, and ids may be spelled otherwise.
    return executor.write(readKinds);
  });
}

function findClassOfItem(
  { own, byValue }: ClassRoutes,
  { id, name }: EntityModel,
  kind: unknown,
): ClassRoute | Fault {
  const found = typeof kind === 'string' ? (byValue.get(kind) ?? own) : own;
  if (found.route) return found;
  const detail = `This ${name} is of a class that cannot be updated here.`;
  return { pointer: `/${id.name}`, code: 'not_allowed', detail };
}
