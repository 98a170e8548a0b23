// Warns of entities that no client can create, because they cannot set a required column.
import type { Logger } from '../options.js';
import type { EntityModel } from './api-model.js';
import type { ScannedEntity } from './scan-entities.js';

/**
 * Warns once at startup of members that get no value on creation: the column is NOT NULL without a default, clients cannot
 * set it, and no listener or hook runs. Every POST would fail.
 */
export function adviseCreation(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  logger: Logger,
): void {
  const members = entities
    .filter(
      ({ mounted, operations, followed }) => mounted && operations.includes('create') && !followed.create,
    )
    .flatMap((entity) => {
      const scan = scanned.find(({ name }) => name === entity.name);
      return scan ? unsetMembers(entity, scan).map((member) => `${entity.name}.${member}`) : [];
    });
  if (members.length === 0) return;
  logger.warn(
    { members },
    'Clients cannot create these entities: a NOT NULL column has no default, and clients cannot set it. Give it a default, set it in a hook or a listener, or exclude `create`.',
  );
}

function unsetMembers(
  { fields, edges }: EntityModel,
  { columns, relations, table }: ScannedEntity,
): string[] {
  const settable = new Set(
    [...fields, ...edges].filter(({ settable }) => settable.create).map(({ property }) => property),
  );
  const filled = new Set(table.filled.map(({ column }) => column));
  const foreignKeys = relations.flatMap(({ property, nullable, join }) =>
    join?.kind === 'own' ? { property, nullable, columns: join.columns } : [],
  );
  const given = new Set(
    foreignKeys.flatMap(({ property, columns: own }) => (settable.has(property) ? own : [])),
  );
  const demanded = [
    // A foreign key is set through its relation.
    ...columns.filter(
      ({ nullable, hasDefault, generated, foreignKey, column }) =>
        !nullable && !hasDefault && !generated && !foreignKey && !filled.has(column),
    ),
    // Two relations may share a column, such as an edge to a table and one to a view of it.
    ...foreignKeys.filter(
      ({ nullable, columns: own }) => !nullable && !own.every((column) => given.has(column)),
    ),
  ];
  return demanded.flatMap(({ property }) => (settable.has(property) ? [] : property));
}
