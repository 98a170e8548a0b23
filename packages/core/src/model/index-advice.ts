// Suggests missing indexes: TypeORM, SQLite and PostgreSQL create none for foreign keys.
import type { Logger } from '../options.js';
import type { EntityModel } from './api-model.js';
import type { ScannedEntity } from './scan-entities.js';

/**
 * Warns once at startup of visible edges whose foreign key has no index: reading the rows of one parent scans the whole
 * table.
 */
export function adviseIndexes(
  entities: readonly EntityModel[],
  scanned: readonly ScannedEntity[],
  logger: Logger,
): void {
  const edges = entities.flatMap((entity) => unindexedEdges(entity, scanned));
  if (edges.length === 0) return;
  const add = [...new Set(edges.map(({ remedy }) => remedy))];
  logger.warn(
    { edges: edges.map(({ edge }) => edge), add },
    'Edges use foreign keys without an index: reading them scans whole tables.',
  );
}

function unindexedEdges({ name, edges }: EntityModel, scanned: readonly ScannedEntity[]) {
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
