// The only reader of TypeORM's metadata: what a data source says of its entities, in plain records.
// Decides nothing about the API.
import type { DataSource, EntityMetadata } from 'typeorm';
import { annotationsOf, type ClassAnnotations } from '../annotation/annotations.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { JoinModel, TableModel, ValueCodec } from './api-model.js';
import { kindOfType } from './column-kind.js';

type ColumnMetadata = EntityMetadata['columns'][number];
type RelationMetadata = EntityMetadata['relations'][number];

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

export interface ScannedColumn {
  readonly property: string;
  readonly column: string;
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
  readonly unsigned: boolean;
  readonly values: readonly (string | number)[] | null;
  readonly comment: string | null;
  readonly codec: ValueCodec;
}

export interface ScannedRelation {
  readonly property: string;
  readonly target: string;
  readonly unique: boolean;
  readonly nullable: boolean;
  /** Null when the relation cannot be served: see `unsupported`. */
  readonly join: JoinModel | null;
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
  return {
    name: metadata.name,
    target: target as (abstract new () => object) | null,
    annotations: target ? annotationsOf(target) : { own: {}, members: new Map() },
    table: scanTable(dataSource, metadata),
    columns: metadata.columns
      .filter((column) => !column.isVirtual && !column.isVirtualProperty)
      .map((column) => scanColumn(dataSource, metadata, column)),
    relations: metadata.relations.map(scanRelation),
    unsupported: unsupportedEntity(metadata),
  };
}

function unsupportedEntity(metadata: EntityMetadata): string | null {
  if (metadata.tableType === 'view') return 'views have no key to address a row by.';
  if (metadata.treeType) return 'trees keep further tables or columns in step, which this API does not.';
  if (metadata.primaryColumns.length === 0) return 'it has no primary key.';
  return null;
}

function scanTable(dataSource: DataSource, metadata: EntityMetadata): TableModel {
  const { updateDateColumn, versionColumn, deleteDateColumn, discriminatorColumn } = metadata;
  return {
    path: metadata.tablePath,
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

/** A class's own discriminator value and those of its subclasses: the parent lists all. */
function discriminatorValues(metadata: EntityMetadata): string[] {
  const family = [metadata, ...metadata.childEntityMetadatas];
  return family.flatMap(({ discriminatorValue }) =>
    discriminatorValue === undefined ? [] : [discriminatorValue],
  );
}

function scanColumn(dataSource: DataSource, metadata: EntityMetadata, column: ColumnMetadata): ScannedColumn {
  const type = typeName(column.type);
  return {
    property: column.propertyPath,
    column: column.databaseName,
    type,
    kind: column.isArray ? 'array' : (kindOfType(type) ?? null),
    isArray: column.isArray,
    primary: column.isPrimary,
    generated: isGenerated(column),
    nullable: column.isNullable,
    unique: isUnique(metadata, column),
    hasDefault: column.default !== undefined,
    defaultValue: literalDefault(column),
    selected: column.isSelect,
    insertable: column.isInsert,
    updatable: column.isUpdate,
    foreignKey: column.relationMetadata !== undefined,
    length: column.length ? Number(column.length) : null,
    precision: column.precision ?? null,
    scale: column.scale ?? null,
    unsigned: column.unsigned,
    values: column.enum ?? null,
    comment: column.comment ?? null,
    codec: codecOf(dataSource, column),
  };
}

/** TypeORM takes constructors and names: `Number` and `'int'`. */
function typeName(type: ColumnMetadata['type']): string {
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

function codecOf(dataSource: DataSource, column: ColumnMetadata): ValueCodec {
  const { driver } = dataSource;
  return {
    encode: (value) => driver.preparePersistentValue(value, column) as unknown,
    decode: (stored) => driver.prepareHydratedValue(stored, column) as unknown,
    transformed: column.transformer !== undefined,
  };
}

function scanRelation(relation: RelationMetadata): ScannedRelation {
  const joined = joinOf(relation);
  return {
    property: relation.propertyPath,
    target: relation.inverseEntityMetadata.name,
    unique: relation.isManyToOne || relation.isOneToOne,
    nullable: relation.isWithJoinColumn ? relation.joinColumns.every((column) => column.isNullable) : true,
    join: typeof joined === 'string' ? null : joined,
    unsupported: typeof joined === 'string' ? joined : null,
  };
}

/** How the rows are connected, or why the relation cannot be served. */
function joinOf(relation: RelationMetadata): JoinModel | string {
  if (relation.isManyToMany) return joinTableOf(relation);
  const owner = relation.isWithJoinColumn ? relation : relation.inverseRelation;
  const [column, ...others] = owner?.joinColumns ?? [];
  if (!column || others.length > 0) return 'its foreign key has more than one column.';
  if (!column.referencedColumn?.isPrimary) return 'its foreign key does not refer to the primary key.';
  return relation.isWithJoinColumn
    ? { kind: 'own', column: column.databaseName }
    : { kind: 'foreign', column: column.databaseName, required: !column.isNullable };
}

function joinTableOf(relation: RelationMetadata): JoinModel | string {
  const junction = relation.junctionEntityMetadata;
  const [owner, ...moreOwners] = junction?.ownerColumns ?? [];
  const [inverse, ...moreInverses] = junction?.inverseColumns ?? [];
  if (!junction || !owner || !inverse || moreOwners.length + moreInverses.length > 0) {
    return 'its join table has more than one column per side.';
  }
  const [own, target] = relation.isManyToManyOwner ? [owner, inverse] : [inverse, owner];
  return {
    kind: 'table',
    table: junction.tablePath,
    ownColumn: own.databaseName,
    targetColumn: target.databaseName,
  };
}
