// Scans `@RelationId` members. For a foreign key of one column in the entity's own table, it is that column under another name.
import { scanColumn, type EntitySource, type ScannedColumn } from './scan-columns.js';

/** The ids that are columns of the entity's own table. `leftOut` names the others, which would need further statements. */
export function scanRelationIds(source: EntitySource): {
  readonly columns: readonly ScannedColumn[];
  readonly leftOut: readonly string[];
} {
  const columns: ScannedColumn[] = [];
  const leftOut: string[] = [];
  for (const { relation, propertyName, queryBuilderFactory } of source.metadata.relationIds) {
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
      ...scanColumn(source, named),
      // Writes go through the relation.
      ...{ foreignKey: true, insertable: false, updatable: false },
      get: (entity) => Reflect.get(entity, propertyName) as unknown,
      set: (entity, value) => void Reflect.set(entity, propertyName, value),
    });
  }
  return { columns, leftOut };
}
