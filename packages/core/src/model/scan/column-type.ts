// The type of a column: as declared to TypeORM, or inferred from its property.
import type { EntityMetadata } from 'typeorm';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { inferTransformedKind } from './transformed-kind.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** Whether no column type is declared: columns of views need none, and expressions have the type of their property. */
export function isInferred({ type, isVirtualProperty }: ColumnMetadata): boolean {
  // TypeORM's types declare `type` as always present.
  return (
    (type as ColumnMetadata['type'] | undefined) === undefined ||
    (isVirtualProperty && typeof type === 'function')
  );
}

/** Whether the column may be NULL. Computed columns may be, except key columns. */
export function isNullable(column: ColumnMetadata): boolean {
  return column.isNullable || ((isInferred(column) || column.isVirtualProperty) && !column.isPrimary);
}

/** Types without bounds that hold the values of each kind. */
const typeOfInferred: Readonly<Partial<Record<FieldKind, string>>> = {
  string: 'text',
  float: 'double precision',
  boolean: 'boolean',
  datetime: 'datetime',
  bytes: 'blob',
  bigint: 'bigint',
  json: 'simple-json',
};

/** TypeORM's name of the column's type, declared or inferred from its property; `schema` is the author's. */
export function getColumnType(column: ColumnMetadata, schema: JsonSchema | undefined): string {
  if (!isInferred(column)) return toTypeName(column.type);
  const kind = inferTransformedKind(column, null, schema);
  return (kind && typeOfInferred[kind]) ?? 'unknown';
}

/** TypeORM takes constructors and names: `Number` and `'int'`. */
function toTypeName(type: ColumnMetadata['type']): string {
  if (type === Number) return 'int';
  if (type === String) return 'varchar';
  if (type === Boolean) return 'boolean';
  if (type === Date) return 'datetime';
  return typeof type === 'string' ? type : type.name.toLowerCase();
}
