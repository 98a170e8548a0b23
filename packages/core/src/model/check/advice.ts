// Warnings at startup: entities that no client can create, foreign keys without an index, members that are left out.
import type { Logger } from '../../options.js';
import type { EntityModel } from '../api-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';

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
      ({ mounted, operations, observedWrites: followed }) =>
        mounted && operations.includes('create') && !followed.create,
    )
    .flatMap((entity) => {
      const scan = scanned.find(({ name }) => name === entity.name);
      return scan ? findUnsetMembers(entity, scan).map((member) => `${entity.name}.${member}`) : [];
    });
  if (members.length === 0) return;
  logger.warn(
    { members },
    'Clients cannot create these entities: a NOT NULL column has no default, and clients cannot set it. Give it a default, set it in a hook or a listener, or exclude `create`.',
  );
}

function findUnsetMembers(
  { fields, edges }: EntityModel,
  { columns, relations, table }: ScannedEntity,
): string[] {
  const settable = new Set(
    [...fields, ...edges].filter(({ settable }) => settable.create).map(({ property }) => property),
  );
  const filled = new Set(table.filledColumns.map(({ column }) => column));
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

/**
 * Warns once at startup of visible edges whose foreign key has no index: reading the rows of one parent scans the whole
 * table. TypeORM, SQLite and PostgreSQL create no index for foreign keys.
 */
export function adviseIndexes(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  logger: Logger,
): void {
  const edges = entities.flatMap((entity) => findUnindexedEdges(entity, scanned));
  if (edges.length === 0) return;
  const add = [...new Set(edges.map(({ remedy }) => remedy))];
  logger.warn(
    { edges: edges.map(({ edge }) => edge), add },
    'Edges use foreign keys without an index: reading them scans whole tables.',
  );
}

function findUnindexedEdges({ name, edges }: EntityModel, scanned: readonly ScannedEntity[]) {
  return edges
    .filter(({ join, target }) => join.kind !== 'own' && !join.indexed && !isView(target, scanned))
    .map(({ property, target }) => {
      const relations = scanned.find((entity) => entity.name === name)?.relations ?? [];
      const inverse = relations.find((relation) => relation.property === property)?.inverse;
      return { edge: `${name}.${property}`, remedy: `@Index() on ${target}.${inverse ?? property}` };
    });
}

/** A view is as fast as its query. */
function isView(name: string, scanned: readonly ScannedEntity[]): boolean {
  return scanned.some((entity) => entity.name === name && entity.table.isView);
}

/**
 * Warns once at startup of `@RelationId` members whose ids are in other tables. A member with `@Skip()` is left out on
 * purpose.
 */
export function adviseLeftOut(scanned: readonly ScannedEntity[], logger: Logger): void {
  const members = scanned
    .filter(({ annotations }) => !annotations.own.skip)
    .flatMap(({ name, omittedMembers: leftOut, annotations }) =>
      leftOut.flatMap((member) => (annotations.members.get(member)?.skip ? [] : `${name}.${member}`)),
    );
  if (members.length === 0) return;
  logger.warn(
    { members },
    'These ids are left out because other tables hold them. Use the endpoint of the edge, or @EagerLoad() on the edge; @Skip() on the member silences this warning.',
  );
}
