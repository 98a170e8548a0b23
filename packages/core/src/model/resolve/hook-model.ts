// Resolves which hooks apply to which entities.
import type { Hooks } from '../../vocabulary/hooks.js';
import type { Operation } from '../../vocabulary/operation.js';
import type { EntityModel } from '../api-model.js';
import { checkClasses, isOrExtends, isChildInTableOf } from './class-hierarchy.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** The hooks of an API. */
export interface HookModel {
  /** The hooks of an entity's operations, in the order given. */
  getHooks(entity: { readonly name: string }): readonly Hooks[];
  /** The hooks of an entity's rows. Single-table inheritance: a row may be of a child, which has hooks of its own. */
  getRowHooks(entity: { readonly name: string }): readonly Hooks[];
}

/** Assigns hooks to entities. Reports hooks for classes that no entity is or extends. */
export function resolveHooks(
  scanned: readonly ScannedEntity[],
  hooks: readonly Hooks[],
  problems: SchemaProblems,
): HookModel {
  checkClasses({ option: 'hooks', classes: hooks }, scanned, problems);
  const chosen = (fits: (entity: ScannedEntity, base: Hooks['entity']) => boolean) => {
    const found = new Map(scanned.map((each) => [each.name, hooks.filter((one) => fits(each, one.entity))]));
    return ({ name }: { readonly name: string }) => found.get(name) ?? [];
  };
  return {
    getHooks: chosen(isOrExtends),
    getRowHooks: chosen((entity, base) =>
      scanned.some((child) => isChildInTableOf(child, entity) && isOrExtends(child, base)),
    ),
  };
}

/** The writes of an entity that listeners, subscribers or hooks observe: they run in a transaction of TypeORM. */
export function findObservedWrites(
  { name, table }: ScannedEntity,
  model: HookModel,
): EntityModel['observedWrites'] {
  const hasHook = (operation: Operation) =>
    model.getRowHooks({ name }).some(({ hooks }) => hooks.before?.[operation] ?? hooks.after?.[operation]);
  return {
    create: table.listeners.insert || hasHook('create'),
    update: table.listeners.update || hasHook('update'),
    delete: table.listeners.remove || hasHook('delete'),
    restore: table.listeners.recover || hasHook('update'),
  };
}
