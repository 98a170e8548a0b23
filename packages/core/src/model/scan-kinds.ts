// The kinds of a column's values, as the API has them and as they are stored.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../annotation/annotations.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import { kindOfType } from './column-kind.js';
import { isInferred, typeOfColumn } from './column-type.js';
import { transformedKind } from './transformed-kind.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** Null for a type that cannot be served. */
export interface ColumnKinds {
  /** Of its values. */
  readonly kind: FieldKind | null;
  /** Of what the column stores. */
  readonly columnKind: FieldKind | null;
}

/** Of a type that is not served. */
export const unknownKinds = { kind: null, columnKind: null };

/** TypeORM writes their values with functions of SQL. */
export function isSpatial({ driver }: DataSource, { type }: ColumnMetadata): boolean {
  return driver.spatialTypes.includes(type);
}

/** The column type is unknown here, and `@Schema` describes its values. */
export function isOpaque(column: ColumnMetadata, annotations: ClassAnnotations): boolean {
  return (
    !isInferred(column) && kindOf(column, annotations) === null && schemaOf(column, annotations) !== undefined
  );
}

/** The kinds of a column and of its values, which a transformer may change. */
export function kindsOf(column: ColumnMetadata, annotations: ClassAnnotations): ColumnKinds {
  const columnKind = kindOf(column, annotations);
  // Only TypeORM knows the type: values are shown and stored, nothing else.
  if (columnKind === null && isOpaque(column, annotations)) return { kind: 'json', columnKind: 'bytes' };
  if (!hasTransformer(column)) return { kind: columnKind, columnKind };
  // The transformer then gets what the driver reads.
  if (isInferred(column)) return { kind: columnKind, columnKind: columnKind && 'string' };
  return { kind: transformedKind(column, columnKind, schemaOf(column, annotations)), columnKind };
}

/** The kind of what a column stores. */
export function kindOf(column: ColumnMetadata, annotations: ClassAnnotations): FieldKind | null {
  if (column.isDiscriminator) return 'enum';
  return column.isArray ? 'array' : (kindOfType(typeOfColumn(column, schemaOf(column, annotations))) ?? null);
}

/** What the author says of the values by @Schema. */
export function schemaOf(
  { propertyPath }: ColumnMetadata,
  { members }: ClassAnnotations,
): JsonSchema | undefined {
  return members.get(propertyPath)?.schema;
}

/** The discriminator has none: TypeORM writes it itself. */
export function hasTransformer({ transformer, isDiscriminator }: ColumnMetadata): boolean {
  return transformer !== undefined && !isDiscriminator;
}
