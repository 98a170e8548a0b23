// The columns of an entity as TypeORM describes them, in plain records.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../annotation/annotations.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { FieldModel, StoredColumn, ValueCodec } from './api-model.js';
import { kindOfType } from './column-kind.js';
import { jsonNullCodec, singleCodec, storageOf } from './column-storage.js';
import { storesJsonNull } from './null-schema.js';
import { beginsIndex } from './scan-indexes.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** One column that a property holds. */
export interface ScannedColumn extends StoredColumn {
  /** TypeORM's name of the type. */
  readonly type: string;
  /** Null for a type that cannot be served. */
  readonly kind: FieldKind | null;
  readonly isArray: boolean;
  readonly primary: boolean;
  /** The database or TypeORM makes the value: ids, dates of creation and update, versions. */
  readonly generated: boolean;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** An index begins with it. */
  readonly indexed: boolean;
  readonly hasDefault: boolean;
  /** The default where it is a literal. */
  readonly defaultValue: string | number | boolean | null;
  readonly selected: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  /** The column is the foreign key of a relation. */
  readonly foreignKey: boolean;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  /** A float of single precision, whatever its type is called. */
  readonly single: boolean;
  /** Most digits of a decimal that the database gives back as they were; null where there is no such limit. */
  readonly exactDigits: number | null;
  /** Pattern of the years of a date-time that the database keeps, where it does not keep all. */
  readonly years: string | null;
  /** Pattern of the UUIDs that the database takes, where it does not take all. */
  readonly uuidPattern: string | null;
  readonly unsigned: boolean;
  readonly values: readonly (string | number)[] | null;
  readonly declared: FieldModel['declared'];
  readonly comment: string | null;
}

/** Describes one column. */
export function scanColumn(
  dataSource: DataSource,
  metadata: EntityMetadata,
  column: ColumnMetadata,
  annotations: ClassAnnotations,
): ScannedColumn {
  const type = typeName(column.type);
  const storage = storageOf(dataSource);
  const defaults = storage.types.get(type);
  return {
    ...storedColumn(dataSource, column, annotations),
    type,
    kind: kindOf(column, type),
    isArray: column.isArray,
    primary: column.isPrimary,
    generated: isGenerated(column),
    nullable: column.isNullable,
    unique: isUnique(metadata, column),
    indexed: beginsIndex(dataSource, metadata, column),
    hasDefault: column.default !== undefined,
    defaultValue: literalDefault(column),
    selected: column.isSelect,
    insertable: column.isInsert,
    updatable: column.isUpdate,
    foreignKey: column.relationMetadata !== undefined,
    length: column.length ? Number(column.length) : (defaults?.length ?? null),
    precision: column.precision ?? defaults?.precision ?? null,
    scale: scaleOf(column, defaults?.scale),
    single: singles.has(type) || storage.widenedSingles.has(type),
    exactDigits: storage.exactDigits,
    years: defaults?.years ?? null,
    uuidPattern: storage.uuidPattern,
    unsigned: column.unsigned,
    values: column.isDiscriminator ? discriminatorValues(metadata) : (column.enum ?? null),
    declared: { by: declaringClass(metadata, column), as: column.propertyName },
    comment: column.comment ?? null,
  };
}

/** TypeORM writes no scale without a precision. */
function scaleOf({ precision, scale }: ColumnMetadata, byDefault: number | undefined): number | null {
  return (typeof precision === 'number' ? scale : undefined) ?? byDefault ?? null;
}

/** Types of single precision on every database that has them under this name. */
const singles: ReadonlySet<string> = new Set(['float4', 'real']);

function kindOf(column: ColumnMetadata, type: string): FieldKind | null {
  if (column.isDiscriminator) return 'enum';
  return column.isArray ? 'array' : (kindOfType(type) ?? null);
}

function declaringClass(metadata: EntityMetadata, column: ColumnMetadata): FieldModel['declared']['by'] {
  const declaring = column.embeddedMetadata ? column.embeddedMetadata.type : metadata.target;
  return typeof declaring === 'function' ? (declaring as abstract new () => object) : null;
}

/** A column as writes that listeners follow see it. */
export function storedColumn(
  dataSource: DataSource,
  column: ColumnMetadata,
  { members }: ClassAnnotations,
): StoredColumn {
  return {
    property: column.propertyPath,
    column: column.databaseName,
    codec: codecOf(dataSource, column, members.get(column.propertyPath)?.schema),
    get: (entity) => column.getEntityValue(entity) as unknown,
    set: (entity, value) => {
      column.setEntityValue(entity, value);
    },
  };
}

/** TypeORM takes constructors and names: `Number` and `'int'`. */
function typeName(type: ColumnMetadata['type'] | undefined): string {
  // The columns of a view need not say.
  if (type === undefined) return 'unknown';
  if (type === Number) return 'int';
  if (type === String) return 'varchar';
  if (type === Boolean) return 'boolean';
  if (type === Date) return 'datetime';
  return typeof type === 'string' ? type : type.name.toLowerCase();
}

function isGenerated(column: ColumnMetadata): boolean {
  return (
    column.isGenerated ||
    column.isCreateDate ||
    column.isUpdateDate ||
    column.isDeleteDate ||
    column.isVersion ||
    column.isDiscriminator ||
    column.asExpression !== undefined
  );
}

function isUnique(metadata: EntityMetadata, column: ColumnMetadata): boolean {
  const constraints = [...metadata.uniques, ...metadata.indices.filter((index) => index.isUnique)];
  return constraints.some(({ columns }) => columns.length === 1 && columns[0] === column);
}

function literalDefault(column: ColumnMetadata): string | number | boolean | null {
  const value = column.default;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function codecOf(dataSource: DataSource, column: ColumnMetadata, schema: JsonSchema | undefined): ValueCodec {
  const codec = typeormCodec(dataSource, column);
  if (codec.transformed) return codec;
  const type = typeName(column.type);
  if (storesJsonNull(schema, kindOf(column, type), column.isNullable)) return jsonNullCodec(codec);
  return storageOf(dataSource).widenedSingles.has(type) ? singleCodec(codec) : codec;
}

function typeormCodec({ driver }: DataSource, column: ColumnMetadata): ValueCodec {
  return {
    encode: (value) => driver.preparePersistentValue(value, column) as unknown,
    decode: (stored) => driver.prepareHydratedValue(stored, column) as unknown,
    transformed: column.transformer !== undefined,
  };
}

/** A class's own discriminator value and those of its subclasses: the parent lists all. */
export function discriminatorValues(metadata: EntityMetadata): string[] {
  const family = [metadata, ...metadata.childEntityMetadatas];
  return family.flatMap(({ discriminatorValue }) =>
    discriminatorValue === undefined ? [] : [discriminatorValue],
  );
}
