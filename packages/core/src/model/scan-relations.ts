// The relations of an entity as TypeORM describes them, and how their rows are connected.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { JoinModel } from './api-model.js';
import { beginsIndex } from './scan-indexes.js';

type RelationMetadata = EntityMetadata['relations'][number];

/** One relation. */
export interface ScannedRelation {
  readonly property: string;
  readonly target: string;
  readonly unique: boolean;
  readonly nullable: boolean;
  /** Property of the target that leads back; null where there is none. */
  readonly inverse: string | null;
  /** Null when the relation cannot be served: see `unsupported`. */
  readonly join: JoinModel | null;
  readonly unsupported: string | null;
}

/** Describes one relation. */
export function scanRelation(dataSource: DataSource, relation: RelationMetadata): ScannedRelation {
  const joined = joinOf(dataSource, relation);
  return {
    property: relation.propertyPath,
    target: relation.inverseEntityMetadata.name,
    unique: relation.isManyToOne || relation.isOneToOne,
    nullable: relation.isWithJoinColumn ? relation.joinColumns.every((column) => column.isNullable) : true,
    inverse: relation.inverseRelation?.propertyPath ?? null,
    join: typeof joined === 'string' ? null : joined,
    unsupported: typeof joined === 'string' ? joined : null,
  };
}

/** How the rows are connected, or why the relation cannot be served. */
function joinOf(dataSource: DataSource, relation: RelationMetadata): JoinModel | string {
  if (relation.isManyToMany) return joinTableOf(dataSource, relation);
  const owner = relation.isWithJoinColumn ? relation : relation.inverseRelation;
  const [column, ...others] = owner?.joinColumns ?? [];
  if (!column) return 'neither side has @JoinColumn().';
  if (others.length > 0) return 'its foreign key has more than one column.';
  if (!column.referencedColumn?.isPrimary) return 'its foreign key does not refer to the primary key.';
  if (relation.isWithJoinColumn) return { kind: 'own', column: column.databaseName };
  return {
    kind: 'foreign',
    column: column.databaseName,
    required: !column.isNullable,
    indexed: beginsIndex(dataSource, relation.inverseEntityMetadata, column),
  };
}

function joinTableOf(dataSource: DataSource, relation: RelationMetadata): JoinModel | string {
  const junction = relation.junctionEntityMetadata;
  if (!junction) return 'neither side has @JoinTable().';
  const [owner, ...moreOwners] = junction.ownerColumns;
  const [inverse, ...moreInverses] = junction.inverseColumns;
  if (!owner || !inverse || moreOwners.length + moreInverses.length > 0) {
    return 'its join table has more than one column per side.';
  }
  const [own, target] = relation.isManyToManyOwner ? [owner, inverse] : [inverse, owner];
  return {
    kind: 'table',
    table: junction.tablePath,
    ownColumn: own.databaseName,
    targetColumn: target.databaseName,
    indexed: beginsIndex(dataSource, junction, own),
  };
}
