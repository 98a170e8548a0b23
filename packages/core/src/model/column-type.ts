// The type of a column: the one that TypeORM knows, or the one that suits the values of its property.
import type { EntityMetadata } from 'typeorm';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { transformedKind } from './transformed-kind.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** No column type is declared. A column of a view needs none, and an expression has the type of its property. */
export function isInferred({ type, isVirtualProperty }: ColumnMetadata): boolean {
  // TypeORM's types know of no column without one.
  return (
    (type as ColumnMetadata['type'] | undefined) === undefined ||
    (isVirtualProperty && typeof type === 'function')
  );
}

/** Whether it may be NULL. What is computed may be, unless it is part of the key. */
export function isNullable(column: ColumnMetadata): boolean {
  return column.isNullable || ((isInferred(column) || column.isVirtualProperty) && !column.isPrimary);
}

/** Types without bounds that hold the values of a kind as a property has them. */
const typeOfInferred: Readonly<Partial<Record<FieldKind, string>>> = {
  string: 'text',
  float: 'double precision',
  boolean: 'boolean',
  datetime: 'datetime',
  bytes: 'blob',
  bigint: 'bigint',
  json: 'simple-json',
};

/** TypeORM's name of a column's type, or of one that suits the values of its property; `schema` is the author's. */
export function typeOfColumn(column: ColumnMetadata, schema: JsonSchema | undefined): string {
  if (!isInferred(column)) return typeName(column.type);
  const kind = transformedKind(column, null, schema);
  return (kind && typeOfInferred[kind]) ?? 'unknown';
}

/** TypeORM takes constructors and names: `Number` and `'int'`. */
function typeName(type: ColumnMetadata['type']): string {
  if (type === Number) return 'int';
  if (type === String) return 'varchar';
  if (type === Boolean) return 'boolean';
  if (type === Date) return 'datetime';
  return typeof type === 'string' ? type : type.name.toLowerCase();
}
