// Scans the kinds of a column's values: in the API, and as stored.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../../annotation/annotations.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { findFieldKind } from './column-kind.js';
import { isInferred, getColumnType } from './column-type.js';
import { getDiscriminatorKind } from './scan-discriminators.js';
import { findArrayFault, isArrayColumn } from './scan-arrays.js';
import { inferTransformedKind } from './transformed-kind.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** What the kinds of a column are read from. */
export interface KindSource {
  readonly dataSource: DataSource;
  readonly annotations: ClassAnnotations;
}

/** Null for an unsupported type. */
export interface ColumnKinds {
  /** Kind of its values. */
  readonly kind: FieldKind | null;
  /** Kind of the stored values. */
  readonly columnKind: FieldKind | null;
}

/** The kinds of an unsupported type. */
const unknownKinds = { kind: null, columnKind: null };

/** Whether the type is spatial: TypeORM writes such values with SQL functions. */
export function isSpatial({ driver }: DataSource, { type }: ColumnMetadata): boolean {
  return driver.spatialTypes.includes(type);
}

/** Whether the column type is unknown and `@Schema` describes its values. */
export function isOpaque(source: KindSource, column: ColumnMetadata): boolean {
  return (
    !isInferred(column) &&
    getStoredKind(source, column) === null &&
    getAuthorSchema(column, source.annotations) !== undefined
  );
}

/** The kinds of a column and of its values, which a transformer may change. */
export function getKinds(source: KindSource, column: ColumnMetadata): ColumnKinds {
  const { dataSource, annotations } = source;
  if (isSpatial(dataSource, column) || findArrayFault(dataSource, column) !== null) return unknownKinds;
  const columnKind = getStoredKind(source, column);
  if (column.isDiscriminator) return { kind: 'enum', columnKind };
  // Only TypeORM knows the type: values can be read and written, nothing else.
  if (columnKind === null && isOpaque(source, column)) return { kind: 'json', columnKind: 'bytes' };
  if (!hasTransformer(column)) return { kind: columnKind, columnKind };
  // The transformer then receives what the driver returns.
  if (isInferred(column)) return { kind: columnKind, columnKind: columnKind && 'string' };
  return { kind: inferTransformedKind(column, columnKind, getAuthorSchema(column, annotations)), columnKind };
}

/**
 * Whether nothing declares the values of a column: those of JSON, and those that a transformer returns. The text in a column of
 * a view may be JSON or not.
 */
export function hasUndeclaredValues(source: KindSource, column: ColumnMetadata): boolean {
  if (isInferred(column) || getAuthorSchema(column, source.annotations)) return false;
  const { kind, columnKind } = getKinds(source, column);
  return kind === 'json' || (kind === null && columnKind !== null);
}

/** The kind of a column's stored values. */
export function getStoredKind(
  { dataSource, annotations }: KindSource,
  column: ColumnMetadata,
): FieldKind | null {
  if (column.isDiscriminator) return getDiscriminatorKind(column);
  const kind = findFieldKind(getColumnType(column, getAuthorSchema(column, annotations))) ?? null;
  return kind !== null && isArrayColumn(dataSource, column) ? 'array' : kind;
}

/** The author's `@Schema` for a column. */
export function getAuthorSchema(
  { propertyPath }: ColumnMetadata,
  { members }: ClassAnnotations,
): JsonSchema | undefined {
  return members.get(propertyPath)?.schema;
}

/** Whether a transformer applies. TypeORM writes the discriminator itself, without one. */
export function hasTransformer({ transformer, isDiscriminator }: ColumnMetadata): boolean {
  return transformer !== undefined && !isDiscriminator;
}

/** Whether a column stores JSON null as a value. */
export function hasJsonNull(
  written: JsonSchema | undefined,
  kind: FieldKind | null,
  nullable: boolean,
): boolean {
  return kind === 'json' && !nullable && written !== undefined && isNullInSchema(written);
}

/** Whether a schema explicitly allows null; one without types does not. */
function isNullInSchema(schema: JsonSchema): boolean {
  const { enum: values, anyOf, oneOf } = schema;
  if (schema.const === null || [schema.type].flat().includes('null')) return true;
  if (Array.isArray(values) && values.includes(null)) return true;
  return [anyOf, oneOf].some((schemas) => Array.isArray(schemas) && schemas.some(isNullInSchema));
}
