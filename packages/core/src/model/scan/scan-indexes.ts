// Scans the columns of indexes, according to TypeORM's metadata: lookups by the first column need no table scan.
import type { DataSource, EntityMetadata } from 'typeorm';
import { engines, isDatabaseType, type Engine } from '../../vocabulary/database.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** Engines that index the columns of every foreign key (InnoDB does). */
const indexesForeignKeys: Readonly<Record<Engine, boolean>> = {
  sqlite: false,
  postgres: false,
  mariadb: true,
  mysql: true,
};

/** Names of the columns of each index, by table path. */
type IndexesOfTables = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Keyed by the metadata of a data source, which each initialisation creates anew. */
const indexesCache = new WeakMap<DataSource['entityMetadatas'], IndexesOfTables>();

/**
 * Whether an index of the entity's table begins with the column. Indexes that no entity declares are unknown here;
 * `@Index({ synchronize: false })` declares one without creating it.
 */
export function isIndexStart(
  dataSource: DataSource,
  { tablePath }: EntityMetadata,
  { databaseName }: ColumnMetadata,
): boolean {
  return getIndexes(dataSource, tablePath).some(([first]) => first === databaseName);
}

/** Whether an index of the entity has the column among its columns, partial indexes included. */
export function isIndexPart(
  { primaryColumns, uniques, indices }: EntityMetadata,
  column: ColumnMetadata,
): boolean {
  return (
    primaryColumns.includes(column) ||
    [...uniques, ...indices].some(({ columns }) => columns.includes(column))
  );
}

/** The orders in which indexes hold the rows with one value of a column. */
export function listIndexOrders(
  dataSource: DataSource,
  metadata: EntityMetadata,
  { databaseName }: ColumnMetadata,
): readonly (readonly string[])[] {
  const ending = findRowId(dataSource, metadata);
  return getIndexes(dataSource, metadata.tablePath).flatMap(([first, ...others]) =>
    first === databaseName ? [[...others, ...ending]] : [],
  );
}

/** Indexes of SQLite end with the row id, which an integer primary key is: https://www.sqlite.org/lang_createtable.html#rowid */
function findRowId({ options, driver }: DataSource, { primaryColumns }: EntityMetadata): readonly string[] {
  const [only, ...others] = primaryColumns;
  if (!only || others.length > 0 || !isDatabaseType(options.type) || engines[options.type] !== 'sqlite')
    return [];
  return driver.normalizeType(only) === 'integer' ? [only.databaseName] : [];
}

/** Whether no two rows of the entity's table have the same values in the columns, by a constraint that TypeORM makes. */
export function areDistinct(
  { entityMetadatas }: DataSource,
  { tablePath }: EntityMetadata,
  columns: readonly ColumnMetadata[],
): boolean {
  const names = new Set(columns.map(({ databaseName }) => databaseName));
  return entityMetadatas
    .filter((metadata) => metadata.tablePath === tablePath && metadata.synchronize)
    .flatMap(({ primaryColumns, uniques, indices }) => [
      primaryColumns,
      ...[...uniques, ...indices.filter(({ isUnique, where }) => isUnique && !where)].map(
        (key) => key.columns,
      ),
    ])
    .some((key) => key.length > 0 && key.every(({ databaseName }) => names.has(databaseName)));
}

function getIndexes({ options, entityMetadatas }: DataSource, table: string): readonly (readonly string[])[] {
  const existing = indexesCache.get(entityMetadatas);
  if (existing) return existing.get(table) ?? [];
  const implicit = isDatabaseType(options.type) && indexesForeignKeys[engines[options.type]];
  const byTable = new Map<string, (readonly string[])[]>();
  // The classes of single-table inheritance declare indexes of one table.
  for (const metadata of entityMetadatas) {
    const indexes = byTable.get(metadata.tablePath) ?? [];
    byTable.set(metadata.tablePath, indexes);
    for (const columns of listIndexColumns(metadata, implicit))
      indexes.push(columns.map(({ databaseName }) => databaseName));
  }
  indexesCache.set(entityMetadatas, byTable);
  return byTable.get(table) ?? [];
}

function listIndexColumns(
  { tableType, primaryColumns, uniques, indices, foreignKeys }: EntityMetadata,
  implicit: boolean,
): (readonly ColumnMetadata[])[] {
  // A partial index does not cover every row; full-text and spatial indexes serve no comparison.
  const serving = indices.filter((index) => !index.where && !index.isFulltext && !index.isSpatial);
  // The key of a view is not an index; a materialized view has the indexes that it declares.
  if (tableType === 'view') return serving.map(({ columns }) => columns);
  const declared = [...uniques, ...serving, ...(implicit ? foreignKeys : [])];
  return [primaryColumns, ...declared.map(({ columns }) => columns)];
}
