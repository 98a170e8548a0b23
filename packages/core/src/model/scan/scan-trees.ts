// Scans trees. `save()` of TypeORM keeps the shape of some kinds a second time: a path in each row, the bounds of a nested set, or
// a table of all ancestors. An adjacency list has its foreign key and nothing else.
import type { EntityMetadata } from 'typeorm';

/** A kind of tree whose shape is stored a second time. */
export type StoredTree = 'materialized-path' | 'nested-set' | 'closure-table';

/** The kind of a tree whose shape is stored a second time; null for all other entities. */
export function scanStoredTree({ treeType }: EntityMetadata): StoredTree | null {
  return treeType === undefined || treeType === 'adjacency-list' ? null : treeType;
}

/** Whether the relation is that of a row to its parent or its children in a tree whose shape is stored a second time. */
export function isStoredTreeRelation({
  entityMetadata,
  isTreeParent,
  isTreeChildren,
}: EntityMetadata['relations'][number]): boolean {
  return scanStoredTree(entityMetadata) !== null && (isTreeParent || isTreeChildren);
}
