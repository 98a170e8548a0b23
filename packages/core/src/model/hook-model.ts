// Which hooks are for which entities.
import type { Hooks } from '../vocabulary/hooks.js';
import type { Operation } from '../vocabulary/operation.js';
import type { EntityModel } from './api-model.js';
import { checkClasses, isOrExtends, sharesTable } from './class-kinship.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

/** The hooks of an API. */
export interface HookModel {
  /** Those for the operations of an entity, in the order given; empty where there are none. */
  of(entity: { readonly name: string }): readonly Hooks[];
  /** Those that its rows can meet. Single-table inheritance: a row may be of a child, which has hooks of its own. */
  ofRows(entity: { readonly name: string }): readonly Hooks[];
}

/** Finds out which hooks are for which entities. Hooks for a class that no entity is or extends are a problem. */
export function resolveHooks(
  scanned: readonly ScannedEntity[],
  hooks: readonly Hooks[],
  problems: SchemaProblems,
): HookModel {
  checkClasses('hooks', hooks, scanned, problems);
  const chosen = (fits: (entity: ScannedEntity, base: Hooks['entity']) => boolean) => {
    const found = new Map(scanned.map((each) => [each.name, hooks.filter((one) => fits(each, one.entity))]));
    return ({ name }: { readonly name: string }) => found.get(name) ?? [];
  };
  return {
    of: chosen(isOrExtends),
    ofRows: chosen((entity, base) =>
      scanned.some((child) => sharesTable(child, entity) && isOrExtends(child, base)),
    ),
  };
}

/** Which writes of an entity go through TypeORM's own transaction: for listeners, subscribers, or hooks. */
export function followedWrites({ name, table }: ScannedEntity, model: HookModel): EntityModel['followed'] {
  const hooked = (operation: Operation) =>
    model.ofRows({ name }).some(({ hooks }) => hooks.before?.[operation] ?? hooks.after?.[operation]);
  return {
    create: table.listeners.insert || hooked('create'),
    update: table.listeners.update || hooked('update'),
    delete: table.listeners.remove || hooked('delete'),
  };
}
