// Foreign keys with a property of their own that no edge can set: their target is hidden, or the relation is.
import type { ScannedColumn } from '../scan/scan-columns.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import { findObservedWrites, type HookModel } from './hook-model.js';

/**
 * Makes such a column an ordinary one where a new row needs it and nothing else gives it a value. A hook or listener may: then
 * it stays read-only, as clients must not choose what the author's code sets.
 */
export function openForeignKeys(shown: readonly ScannedEntity[], hooks: HookModel): readonly ScannedEntity[] {
  const names = new Set(shown.map(({ name }) => name));
  return shown.map((entity) => {
    if (findObservedWrites(entity, hooks).create) return entity;
    const served = listServedColumns(entity, names);
    const isOpen = (column: ScannedColumn) => isNeeded(column) && !served.has(column.column);
    if (!entity.columns.some(isOpen)) return entity;
    const columns = entity.columns.map((column) =>
      isOpen(column) ? { ...column, foreignKey: false } : column,
    );
    return { ...entity, columns };
  });
}

/** The columns of the foreign keys that edges can set. */
function listServedColumns(
  { relations, annotations }: ScannedEntity,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const served = relations.filter(
    ({ property, target }) => names.has(target) && !annotations.members.get(property)?.skip,
  );
  return new Set(served.flatMap(({ join }) => (join?.kind === 'own' ? join.columns : [])));
}

function isNeeded(column: ScannedColumn): boolean {
  const { foreignKey, nullable, hasDefault, classDefault, generated, insertable } = column;
  return foreignKey && insertable && !nullable && !hasDefault && !classDefault && !generated;
}
