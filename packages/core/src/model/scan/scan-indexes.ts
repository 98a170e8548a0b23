// Scans which columns an index begins with, according to TypeORM's metadata: lookups by them need no table scan.
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

/** Names of the columns that indexes begin with, by table path. */
type FirstColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Keyed by the metadata of a data source, which each initialisation creates anew. */
const firstColumnsCache = new WeakMap<DataSource['entityMetadatas'], FirstColumns>();

/**
 * Whether an index of the entity's table begins with the column. Indexes that no entity declares are unknown here;
 * `@Index({ synchronize: false })` declares one without creating it.
 */
export function isIndexStart(
  dataSource: DataSource,
  { tablePath }: EntityMetadata,
  { databaseName }: ColumnMetadata,
): boolean {
  return getFirstColumns(dataSource).get(tablePath)?.has(databaseName) ?? false;
}

function getFirstColumns({ options, entityMetadatas }: DataSource): FirstColumns {
  const existing = firstColumnsCache.get(entityMetadatas);
  if (existing) return existing;
  const implicit = isDatabaseType(options.type) && indexesForeignKeys[engines[options.type]];
  const byTable = new Map<string, Set<string>>();
  // The classes of single-table inheritance declare indexes of one table.
  for (const metadata of entityMetadatas) {
    const names = byTable.get(metadata.tablePath) ?? new Set();
    byTable.set(metadata.tablePath, names);
    for (const column of listFirstColumns(metadata, implicit)) if (column) names.add(column.databaseName);
  }
  firstColumnsCache.set(entityMetadatas, byTable);
  return byTable;
}

function listFirstColumns(
  { tableType, primaryColumns, uniques, indices, foreignKeys }: EntityMetadata,
  implicit: boolean,
): (ColumnMetadata | undefined)[] {
  // A partial index does not cover every row; full-text and spatial indexes serve no comparison.
  const serving = indices.filter((index) => !index.where && !index.isFulltext && !index.isSpatial);
  // The key of a view is not an index; a materialized view has the indexes that it declares.
  if (tableType === 'view') return serving.map(({ columns }) => columns[0]);
  const lists = [...uniques, ...serving, ...(implicit ? foreignKeys : [])];
  return [primaryColumns[0], ...lists.map(({ columns }) => columns[0])];
}
