// Columns and foreign keys that the author's code may set before a row is inserted: listeners, subscribers and hooks. Clients may
// leave them out.
import type { ScannedColumn } from '../scan/scan-columns.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedRelation } from '../scan/scan-relations.js';
import type { HookModel } from './hook-model.js';

/**
 * Marks them: the key where there is such code, any other member where the source of the code assigns it. What the code reads
 * only, such as the title of which it makes a slug, stays required.
 */
export function markFilledColumns(
  shown: readonly ScannedEntity[],
  hooks: HookModel,
): readonly ScannedEntity[] {
  return shown.map((entity) => {
    const code = [
      ...entity.beforeInsert,
      ...hooks.getRowHooks(entity).flatMap((one) => one.hooks.before?.create ?? []),
    ];
    if (code.length === 0) return entity;
    const source = code.map((one) => Function.prototype.toString.call(one)).join('\n');
    const columns = entity.columns.map((column): ScannedColumn => {
      const filled = column.primary || isAssigned(source, column.property);
      return filled ? { ...column, filled } : column;
    });
    const relations = entity.relations.map((relation): ScannedRelation => {
      const filled = listProperties(entity, relation).some((property) => isAssigned(source, property));
      return filled ? { ...relation, filled } : relation;
    });
    return { ...entity, columns, relations };
  });
}

/** The relation, and its foreign key's own properties. */
function listProperties({ columns }: ScannedEntity, { property, join }: ScannedRelation): readonly string[] {
  if (join?.kind !== 'own') return [];
  const own = columns.filter(({ column }) => join.columns.includes(column));
  return [property, ...own.map((column) => column.property)];
}

function isAssigned(source: string, property: string): boolean {
  const name = property.slice(property.lastIndexOf('.') + 1).replace(/[$]/g, '\\$&');
  const member = `(?:\\.\\s*${name}|\\[\\s*(['"\`])${name}\\1\\s*\\])`;
  return new RegExp(`${member}\\s*(?:\\?\\?|\\|\\||&&)?=(?![=>])`).test(source);
}
