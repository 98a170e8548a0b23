// With the other scan files the only reader of TypeORM's metadata: what a data source says of its entities, in plain
// records. Decides nothing about the API.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../annotation/annotations.js';
import type { TableModel } from './api-model.js';
import { scanAnnotations } from './scan-annotations.js';
import { discriminatorValues, scanColumn, storedColumn, type ScannedColumn } from './scan-columns.js';
import { scanListeners } from './scan-listeners.js';
import { scanRelation, type ScannedRelation } from './scan-relations.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** One entity as TypeORM describes it. */
export interface ScannedEntity {
  readonly name: string;
  /** The class, or null for an entity made by an EntitySchema. */
  readonly target: (abstract new () => object) | null;
  readonly annotations: ClassAnnotations;
  readonly table: TableModel;
  readonly columns: readonly ScannedColumn[];
  readonly relations: readonly ScannedRelation[];
  /** Why TypeORM's entity cannot be a resource; null when it can. */
  readonly unsupported: string | null;
}

/** Scans every entity of an initialised data source. */
export function scanEntities(dataSource: DataSource): readonly ScannedEntity[] {
  return dataSource.entityMetadatas
    .filter((metadata) => !metadata.isJunction && !metadata.isClosureJunction)
    .map((metadata) => scanEntity(dataSource, metadata));
}

function scanEntity(dataSource: DataSource, metadata: EntityMetadata): ScannedEntity {
  const target = typeof metadata.target === 'function' ? metadata.target : null;
  const annotations = scanAnnotations(metadata);
  return {
    name: metadata.name,
    target: target as (abstract new () => object) | null,
    annotations,
    table: scanTable(dataSource, metadata, annotations),
    columns: metadata.columns
      .filter((column) => column.isDiscriminator || (!column.isVirtual && !column.isVirtualProperty))
      .map((column) => scanColumn(dataSource, metadata, column, annotations)),
    relations: metadata.relations.map((relation) => scanRelation(dataSource, relation)),
    unsupported: unsupportedEntity(metadata),
  };
}

function unsupportedEntity(metadata: EntityMetadata): string | null {
  if (metadata.tableType === 'view') return 'views have no key to address a row by.';
  if (metadata.treeType) return 'trees keep further tables or columns in step, which this API does not.';
  if (metadata.primaryColumns.length === 0) return 'it has no primary key.';
  return null;
}

function scanTable(
  dataSource: DataSource,
  metadata: EntityMetadata,
  annotations: ClassAnnotations,
): TableModel {
  const { updateDateColumn, versionColumn, deleteDateColumn, discriminatorColumn } = metadata;
  return {
    path: metadata.tablePath,
    columns: metadata.columns
      .filter((column) => column.isInsert || column.isUpdate)
      .map((column) => storedColumn(dataSource, column, annotations)),
    listeners: scanListeners(dataSource, metadata),
    deletedAt: deleteDateColumn?.databaseName ?? null,
    discriminator: discriminatorColumn
      ? { column: discriminatorColumn.databaseName, values: discriminatorValues(metadata) }
      : null,
    filled: metadata.columns.flatMap((column) => filledColumn(dataSource, metadata, column)),
    touched: [
      ...(updateDateColumn ? [{ column: updateDateColumn.databaseName, kind: 'date' as const }] : []),
      ...(versionColumn ? [{ column: versionColumn.databaseName, kind: 'version' as const }] : []),
    ],
  };
}

/** What TypeORM itself puts into a new row, where the database does not. */
function filledColumn(
  dataSource: DataSource,
  metadata: EntityMetadata,
  column: ColumnMetadata,
): TableModel['filled'][number][] {
  const name = column.databaseName;
  if (column.isVersion) return [{ column: name, by: 'version' }];
  if (column.isDiscriminator && metadata.discriminatorValue !== undefined)
    return [{ column: name, by: 'discriminator' }];
  const uuid = column.generationStrategy === 'uuid' && !dataSource.driver.isUUIDGenerationSupported();
  return uuid ? [{ column: name, by: 'uuid' }] : [];
}
