// Members that a new row needs, and that clients cannot set.
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { EntityDraft } from './entity-draft.js';

/** The members that every new row needs a value of, and that no body can set. */
export function findUnsetMembers(
  { fields, edges }: Pick<EntityDraft, 'fields' | 'edges'>,
  { columns, relations, table }: ScannedEntity,
): string[] {
  const settable = new Set(
    [...fields, ...edges].filter(({ settable }) => settable.create).map(({ property }) => property),
  );
  const filled = new Set(table.filledColumns.map(({ column }) => column));
  const foreignKeys = relations.flatMap(({ property, nullable, provided, join }) =>
    join?.kind === 'own' ? { property, nullable: nullable || provided, columns: join.columns } : [],
  );
  const given = new Set([
    ...foreignKeys.flatMap(({ property, columns: own }) => (settable.has(property) ? own : [])),
    ...fields.flatMap(({ property, column }) => (settable.has(property) ? column : [])),
  ]);
  const demanded = [
    // A foreign key is set through its relation.
    ...columns.filter(
      ({ nullable, hasDefault, classDefault, generated, foreignKey, column }) =>
        !nullable && !hasDefault && !classDefault && !generated && !foreignKey && !filled.has(column),
    ),
    // Two relations may share a column, such as an edge to a table and one to a view of it.
    ...foreignKeys.filter(
      ({ nullable, columns: own }) => !nullable && !own.every((column) => given.has(column)),
    ),
  ];
  return demanded.flatMap(({ property }) => (settable.has(property) ? [] : property));
}
