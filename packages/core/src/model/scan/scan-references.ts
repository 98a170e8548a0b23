// Scans which columns the foreign keys of a relation refer to: the key, or others that identify a row.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ReferencedColumns } from '../join-model.js';
import { getEntityName } from './entity-name.js';
import type { ColumnMetadata } from './scan-classes.js';
import { areDistinct } from './scan-indexes.js';

/** Why columns do not refer to a key: an inverse side may belong to a relation of another entity. */
export function explainMismatch(
  what: 'foreign key' | 'join table',
  [part]: readonly ColumnMetadata[],
  columns: readonly ColumnMetadata[],
): string {
  const expected = part?.entityMetadata;
  const referred = columns.map(({ referencedColumn }) => referencedColumn?.entityMetadata);
  const other = referred.find((each) => each && each.tablePath !== expected?.tablePath);
  return other && expected
    ? `its ${what} refers to ${getEntityName(other)}, not to ${getEntityName(expected)}.`
    : `its ${what} does not refer to the primary key, nor to unique columns that are NOT NULL.`;
}

/**
 * The columns that a foreign key refers to where those are not the key. Null unless they are in the same table, and identify one
 * row: NOT NULL and unique.
 */
export function scanReferenced(
  dataSource: DataSource,
  key: readonly ColumnMetadata[],
  columns: readonly ColumnMetadata[],
): ReferencedColumns | null {
  const metadata = key[0]?.entityMetadata;
  const referenced = columns.flatMap(({ referencedColumn }) => referencedColumn ?? []);
  if (!metadata || columns.length === 0 || referenced.length < columns.length) return null;
  const identify = referenced.every(
    (column) => column.entityMetadata.tablePath === metadata.tablePath && !column.isNullable,
  );
  if (!identify || !areDistinct(dataSource, metadata, referenced)) return null;
  const getName = ({ databaseName }: ColumnMetadata) => databaseName;
  return { table: metadata.tablePath, columns: referenced.map(getName), key: key.map(getName) };
}

/** Whether some of the columns are part of the key of their entity. */
export function holdsKey({ primaryColumns }: EntityMetadata, columns: readonly ColumnMetadata[]): boolean {
  return columns.some(({ databaseName }) =>
    primaryColumns.some((part) => part.databaseName === databaseName),
  );
}

/** The columns in the order of the key that they refer to; null unless they refer to all of it and nothing else. */
export function orderByKey(
  key: readonly ColumnMetadata[],
  columns: readonly ColumnMetadata[],
): readonly ColumnMetadata[] | null {
  const ordered = key.flatMap((part) => columns.find((column) => isReferenceTo(column, part)) ?? []);
  return ordered.length === key.length && ordered.length === columns.length ? ordered : null;
}

/** Columns are compared by their names and tables: the key of a child class has metadata of its own. */
function isReferenceTo({ referencedColumn }: ColumnMetadata, part: ColumnMetadata): boolean {
  return (
    referencedColumn?.isPrimary === true &&
    referencedColumn.databaseName === part.databaseName &&
    referencedColumn.entityMetadata.tablePath === part.entityMetadata.tablePath
  );
}
