// Scans the relations of an entity, and how their rows are connected.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { JoinModel } from '../join-model.js';
import { getEntityName } from './entity-name.js';
import { listKeyColumns } from './declared-order.js';
import { hasOneSpelling } from './key-spelling.js';
import { findExclusion, type Exclusion } from './scan-exclusions.js';
import { areDistinct, isIndexStart, listIndexOrders } from './scan-indexes.js';
import { explainMismatch, holdsKey, orderByKey, scanReferenced } from './scan-references.js';
import { isStoredTreeRelation } from './scan-trees.js';
import { isDeclaredNullable } from './scan-classes.js';
import { scanColumn, type EntitySource, type ScannedColumn } from './scan-columns.js';

type RelationMetadata = EntityMetadata['relations'][number];
type ColumnMetadata = EntityMetadata['columns'][number];

/** One relation. */
export interface ScannedRelation {
  readonly property: string;
  readonly target: string;
  readonly unique: boolean;
  readonly nullable: boolean;
  /** Property of the target that leads back, or null. */
  readonly inverse: string | null;
  /** It is part of the shape of a tree, which is stored a second time. */
  readonly inStoredTree: boolean;
  /** Null when the relation is not supported: see `unsupported`. */
  readonly join: JoinModel | null;
  readonly unsupported: string | null;
  /** Where class-transformer leaves it out; null for nowhere. */
  readonly excluded: Exclusion | null;
  /** A new instance of the class has a value for the whole foreign key. */
  readonly provided: boolean;
  /** The author's code may set it before a row is inserted. */
  readonly filled: boolean;
  /** TypeORM soft-deletes or restores the related rows with the row. */
  readonly softCascade: boolean;
}

/** Describes one relation. */
export function scanRelation(
  { dataSource, metadata, defaults }: EntitySource,
  relation: RelationMetadata,
): ScannedRelation {
  const joined = scanJoin(dataSource, relation);
  return {
    property: relation.propertyPath,
    target: getEntityName(relation.inverseEntityMetadata),
    unique: relation.isManyToOne || relation.isOneToOne,
    nullable: relation.isWithJoinColumn
      ? relation.joinColumns.some((column) => isDeclaredNullable(metadata, column))
      : true,
    inverse: relation.inverseRelation?.propertyPath ?? null,
    inStoredTree: isStoredTreeRelation(relation),
    join: typeof joined === 'string' ? null : joined,
    unsupported: typeof joined === 'string' ? joined : null,
    excluded: findExclusion([
      [relation.target, relation.propertyName],
      [relation.entityMetadata.target, relation.propertyName],
    ]),
    provided:
      relation.isWithJoinColumn &&
      relation.joinColumns.every(({ databaseName }) => defaults.get(databaseName)?.inObject === false),
    filled: false,
    softCascade: relation.isCascadeSoftRemove || relation.isCascadeRecover,
  };
}

/** How the rows are connected, or why the relation is not supported. */
function scanJoin(dataSource: DataSource, relation: RelationMetadata): JoinModel | string {
  if (relation.embeddedMetadata && !(relation.isWithJoinColumn && !relation.isManyToMany))
    return 'it is inside an embedded object, and its foreign key is in another table.';
  if (relation.isManyToMany) return scanJoinTable(dataSource, relation);
  const owner = relation.isWithJoinColumn ? relation : relation.inverseRelation;
  const joinColumns = owner?.joinColumns ?? [];
  const key = listKeyColumns(
    relation.isWithJoinColumn ? relation.inverseEntityMetadata : relation.entityMetadata,
  );
  if (joinColumns.length === 0) return 'neither side has @JoinColumn().';
  const byKey = orderByKey(key, joinColumns);
  const referenced = byKey ? null : scanReferenced(dataSource, key, joinColumns);
  if (!byKey && !referenced) return explainMismatch('foreign key', key, joinColumns);
  const columns = byKey ?? joinColumns;
  if (referenced && owner && holdsKey(owner.entityMetadata, joinColumns))
    return 'its foreign key is part of the primary key, and does not refer to one.';
  const others = referenced ? { referenced } : {};
  const names = columns.map(({ databaseName }) => databaseName);
  const kept = findKeptColumns(relation.isWithJoinColumn ? relation : relation.inverseRelation, columns);
  if (relation.isWithJoinColumn) {
    const target = relation.inverseEntityMetadata;
    const indexed =
      target.tableType !== 'view' || key.some((column) => isIndexStart(dataSource, target, column));
    return { kind: 'own', columns: names, ...others, kept, indexed };
  }
  return {
    kind: 'foreign',
    columns: names,
    ...others,
    kept,
    indexed: columns.some((column) => isIndexStart(dataSource, relation.inverseEntityMetadata, column)),
    orders:
      columns.length === 1
        ? columns.flatMap((column) => listIndexOrders(dataSource, relation.inverseEntityMetadata, column))
        : [],
    // The row that a key is read from is joined by the columns that the foreign key refers to.
    exact: referenced !== null || areExact(dataSource, columns, key),
    distinct: areDistinct(dataSource, relation.inverseEntityMetadata, columns),
  };
}

/**
 * The columns of a foreign key that keep their value when it is cleared: those that cannot be NULL, and those that other
 * foreign keys of the table share. If no column would be left to clear, the shared ones are not kept.
 */
function findKeptColumns(
  owner: RelationMetadata | undefined,
  columns: readonly ColumnMetadata[],
): readonly string[] {
  const notNull = columns.filter(({ isNullable }) => !isNullable);
  const shared = columns.filter((column) => owner && isShared(owner, column));
  const kept = columns.filter((column) => notNull.includes(column) || shared.includes(column));
  return (kept.length < columns.length ? kept : notNull).map(({ databaseName }) => databaseName);
}

/** Whether the foreign key of another relation shares the column. */
function isShared(
  { entityMetadata, propertyPath }: RelationMetadata,
  { databaseName }: ColumnMetadata,
): boolean {
  const classes = [entityMetadata, ...entityMetadata.childEntityMetadatas];
  return classes.some(({ relations }) =>
    relations.some(
      (relation) =>
        relation.propertyPath !== propertyPath &&
        relation.isWithJoinColumn &&
        relation.joinColumns.some((column) => column.databaseName === databaseName),
    ),
  );
}

function scanJoinTable(dataSource: DataSource, relation: RelationMetadata): JoinModel | string {
  const junction = relation.junctionEntityMetadata;
  if (!junction) return 'neither side has @JoinTable().';
  const { ownerColumns, inverseColumns } = junction;
  const [ofOwn, ofTarget] = isOwnerOf(junction, relation)
    ? [ownerColumns, inverseColumns]
    : [inverseColumns, ownerColumns];
  const ownKey = listKeyColumns(relation.entityMetadata);
  const targetKey = listKeyColumns(relation.inverseEntityMetadata);
  const [ownByKey, targetByKey] = [orderByKey(ownKey, ofOwn), orderByKey(targetKey, ofTarget)];
  const ownReferenced = ownByKey ? null : scanReferenced(dataSource, ownKey, ofOwn);
  const targetReferenced = targetByKey ? null : scanReferenced(dataSource, targetKey, ofTarget);
  if (!ownByKey && !ownReferenced) return explainMismatch('join table', ownKey, ofOwn);
  if (!targetByKey && !targetReferenced) return explainMismatch('join table', targetKey, ofTarget);
  const [own, target] = [ownByKey ?? ofOwn, targetByKey ?? ofTarget];
  return {
    kind: 'table',
    table: junction.tablePath,
    ownColumns: own.map(({ databaseName }) => databaseName),
    targetColumns: target.map(({ databaseName }) => databaseName),
    ...(ownReferenced ? { ownReferenced } : {}),
    ...(targetReferenced ? { targetReferenced } : {}),
    indexed: own.some((column) => isIndexStart(dataSource, junction, column)),
    exact: ownReferenced !== null || areExact(dataSource, own, ownKey),
  };
}

/**
 * Whether the owner columns of a join table refer to the rows that the relation starts from. With `@JoinTable()` on both sides,
 * TypeORM marks both as owners, but both have the join table that was made last.
 */
function isOwnerOf({ ownerColumns }: EntityMetadata, relation: RelationMetadata): boolean {
  const owner = ownerColumns[0]?.relationMetadata;
  return (
    owner?.propertyPath === relation.propertyPath &&
    owner.entityMetadata.tablePath === relation.entityMetadata.tablePath
  );
}

/** Whether ids that are equal have one text, in the key and in the columns that refer to it. */
function areExact(
  dataSource: DataSource,
  columns: readonly ColumnMetadata[],
  key: readonly ColumnMetadata[],
): boolean {
  return [...columns, ...key].every((column) => hasOneSpelling(dataSource, column));
}

/**
 * The ids that are columns of the entity's own table. `leftOut` names the others, which would need further statements. A
 * property that is also a column is that column.
 */
export function scanRelationIds(source: EntitySource): {
  readonly columns: readonly ScannedColumn[];
  readonly leftOut: readonly string[];
} {
  const columns: ScannedColumn[] = [];
  const leftOut: string[] = [];
  const { columns: declared, relationIds } = source.metadata;
  const own = new Set(declared.map(({ propertyPath, isVirtual }) => (isVirtual ? null : propertyPath)));
  for (const { relation, propertyName, queryBuilderFactory } of relationIds) {
    if (own.has(propertyName)) continue;
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
