// Scans `@RelationId` members. For a foreign key of one column in the entity's own table, it is that column under another name.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../annotation/annotations.js';
import { scanColumn, type ScannedColumn } from './scan-columns.js';

/** The ids that are columns of the entity's own table. `leftOut` names the others, which would need further statements. */
export function scanRelationIds(
  dataSource: DataSource,
  metadata: EntityMetadata,
  annotations: ClassAnnotations,
): { readonly columns: readonly ScannedColumn[]; readonly leftOut: readonly string[] } {
  const columns: ScannedColumn[] = [];
  const leftOut: string[] = [];
  for (const { relation, propertyName, queryBuilderFactory } of metadata.relationIds) {
    const [column, ...others] = relation.isWithJoinColumn ? relation.joinColumns : [];
    if (!column || others.length > 0 || queryBuilderFactory) {
      leftOut.push(propertyName);
      continue;
    }
    const named = Object.assign(Object.create(column) as typeof column, {
      propertyName,
      propertyPath: propertyName,
      isPrimary: false,
    });
    columns.push({
      ...scanColumn(dataSource, metadata, named, annotations),
      // Writes go through the relation.
      ...{ foreignKey: true, insertable: false, updatable: false },
      get: (entity) => Reflect.get(entity, propertyName) as unknown,
      set: (entity, value) => void Reflect.set(entity, propertyName, value),
    });
  }
  return { columns, leftOut };
}
