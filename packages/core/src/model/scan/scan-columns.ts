// Scans the columns of an entity from TypeORM's metadata into plain records.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../../annotation/annotations.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { FieldModel } from '../member-model.js';
import type { Spelling, StoredColumn } from '../stored-column.js';
import type { ItemModel } from '../document-model.js';
import { getIntegerRange, type IntegerRange } from './column-kind.js';
import type { ClassDefault } from './class-defaults.js';
import { findSpelling } from './column-spelling.js';
import { findArrayFault, isArrayColumn } from './scan-arrays.js';
import { scanItems } from './scan-codecs.js';
import {
  isInferred,
  isNullable,
  getColumnType,
  isSinglePrecision,
  getStorage,
  type ColumnStorage,
  type TypeDefaults,
} from './column-type.js';
import { findExclusion, type DeclaredAt, type Exclusion } from './scan-exclusions.js';
import { isIndexStart } from './scan-indexes.js';
import { listDiscriminatorValues } from './scan-discriminators.js';
import { isDeclaredNullable, type ColumnMetadata } from './scan-classes.js';
import { isSpatial, getKinds, getAuthorSchema } from './scan-kinds.js';
import type { RuleScan } from './scan-rules.js';
import { scanStoredColumn } from './scan-stored-column.js';
import type { DeclaredProperty } from '../value-rule.js';

/** One column with a property. */
export interface ScannedColumn extends StoredColumn {
  /** TypeORM's name of its type. */
  readonly type: string;
  /** Kind of its values. Null for an unsupported type. */
  readonly kind: FieldKind | null;
  /** Kind of the stored values. */
  readonly columnKind: FieldKind | null;
  /** An array of PostgreSQL. */
  readonly isArray: boolean;
  /** The items of an array of PostgreSQL; null for every other column, and where their type is not supported. */
  readonly array: ItemModel | null;
  /** Why every write of the column would fail; null if it would not. */
  readonly arrayFault: string | null;
  readonly isSpatial: boolean;
  readonly primary: boolean;
  /** The database or TypeORM generates the value: ids, dates of creation and update, versions. */
  readonly generated: boolean;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** An index begins with it. */
  readonly indexed: boolean;
  readonly hasDefault: boolean;
  /** The value that a new instance of the class has; null for none. */
  readonly classDefault: ClassDefault | null;
  /** The author's code may set it before a row is inserted. */
  readonly filled: boolean;
  /** The default, if it is a literal. */
  readonly defaultValue: string | number | boolean | null;
  readonly selected: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  /** The column is written with the foreign key of a relation. */
  readonly foreignKey: boolean;
  readonly length: number | null;
  /** The database pads texts with blanks and ignores the padding in comparisons. */
  readonly padded: boolean;
  readonly precision: number | null;
  readonly scale: number | null;
  /** A float of single precision. */
  readonly single: boolean;
  /** Maximum digits of a decimal that survive a round trip; null for no limit. */
  readonly exactDigits: number | null;
  /** Pattern of the years that a date-time may have; null if all are stored. */
  readonly years: string | null;
  /** Pattern of the UUIDs that the database accepts; null if it accepts all. */
  readonly uuidPattern: string | null;
  readonly unsigned: boolean;
  readonly spelling: Spelling;
  /** The range of the column if it holds integers. */
  readonly range: IntegerRange;
  readonly values: readonly (string | number)[] | null;
  readonly declared: DeclaredProperty;
  readonly comment: string | null;
  readonly expression: FieldModel['expression'];
  /** No column type is declared: it is inferred from the property. */
  readonly inferred: boolean;
  /** Where class-transformer leaves it out; null for nowhere. */
  readonly excluded: Exclusion | null;
}

/** The metadata and annotations of an entity. */
export interface EntitySource {
  readonly dataSource: DataSource;
  readonly metadata: EntityMetadata;
  readonly annotations: ClassAnnotations;
  /** The values that a new instance of the class has, by the names of columns. */
  readonly defaults: ReadonlyMap<string, ClassDefault>;
  readonly scanRules: RuleScan;
}

/** Describes one column. */
export function scanColumn(source: EntitySource, column: ColumnMetadata): ScannedColumn {
  const { dataSource, metadata, annotations } = source;
  const inferred = isInferred(column);
  const type = getColumnType(column, getAuthorSchema(column, annotations));
  const storage = getStorage(dataSource);
  const defaults = inferred ? undefined : storage.types.get(type);
  const kinds = getKinds(source, column);
  return {
    ...scanStoredColumn(source, column),
    type,
    ...kinds,
    inferred,
    expression: column.isVirtualProperty ? (column.query ?? null) : null,
    isArray: isArrayColumn(dataSource, column),
    array: scanItems(source, column),
    arrayFault: findArrayFault(dataSource, column),
    isSpatial: isSpatial(dataSource, column),
    primary: column.isPrimary,
    generated: isGenerated(column),
    nullable: column.isNullable ? isDeclaredNullable(metadata, column) : isNullable(column),
    unique: isUnique(metadata, column),
    indexed: isIndexStart(dataSource, metadata, column),
    ...scanDefaults(source, column),
    selected: column.isSelect,
    insertable: column.isInsert && metadata.tableType !== 'view',
    updatable: column.isUpdate && metadata.tableType !== 'view',
    foreignKey: isForeignKey(metadata, column),
    ...scanSize(column, defaults),
    ...scanBounds(storage, type, defaults),
    unsigned: column.unsigned,
    spelling: findSpelling(source, column, kinds.columnKind),
    range: getIntegerRange(type, column.unsigned, storage),
    values: kinds.kind === 'enum' ? scanEnumValues(source, column) : null,
    declared: source.scanRules(findDeclaringClass(metadata, column), column.propertyName),
    comment: column.comment ?? null,
    excluded: findExclusion(listDeclarations(metadata, column)),
  };
}

function scanDefaults(
  { defaults }: EntitySource,
  column: ColumnMetadata,
): Pick<ScannedColumn, 'hasDefault' | 'defaultValue' | 'classDefault' | 'filled'> {
  return {
    hasDefault: column.default !== undefined,
    defaultValue: getLiteralDefault(column),
    classDefault: defaults.get(column.databaseName) ?? null,
    filled: false,
  };
}

function scanBounds(
  storage: ColumnStorage,
  type: string,
  defaults: TypeDefaults | undefined,
): Pick<ScannedColumn, 'single' | 'exactDigits' | 'years' | 'uuidPattern'> {
  return {
    single: isSinglePrecision(storage, type),
    exactDigits: storage.exactDigits,
    years: defaults?.years ?? null,
    uuidPattern: storage.uuidPattern,
  };
}

function scanSize(
  column: ColumnMetadata,
  defaults: TypeDefaults | undefined,
): Pick<ScannedColumn, 'length' | 'padded' | 'precision' | 'scale'> {
  // Size defaults apply to stored columns only.
  const stored = column.isVirtualProperty ? undefined : defaults;
  return {
    length: column.length ? Number(column.length) : (stored?.length ?? null),
    padded: defaults?.padded === true,
    precision: column.precision ?? stored?.precision ?? null,
    scale: scanScale(column, stored?.scale),
  };
}

/** TypeORM ignores a scale without a precision. */
function scanScale({ precision, scale }: ColumnMetadata, byDefault: number | undefined): number | null {
  return (typeof precision === 'number' ? scale : undefined) ?? byDefault ?? null;
}

/** The column itself, and each embedded object around it. */
function listDeclarations(metadata: EntityMetadata, column: ColumnMetadata): DeclaredAt[] {
  const places: DeclaredAt[] = [[column.target, column.propertyName]];
  for (let inside = column.embeddedMetadata; inside; inside = inside.parentEmbeddedMetadata)
    places.push([inside.parentEmbeddedMetadata?.type ?? metadata.target, inside.propertyName]);
  if (!column.embeddedMetadata) places.push([metadata.target, column.propertyName]);
  return places;
}

function findDeclaringClass(metadata: EntityMetadata, column: ColumnMetadata): FieldModel['declared']['by'] {
  const declaring = column.embeddedMetadata ? column.embeddedMetadata.type : metadata.target;
  return typeof declaring === 'function' ? (declaring as abstract new () => object) : null;
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

/**
 * Whether a column is written through a relation. NOT NULL columns of a nullable foreign key are written by other members of
 * the class.
 */
function isForeignKey({ relations }: EntityMetadata, column: ColumnMetadata): boolean {
  return relations.some(({ joinColumns }) => {
    if (!joinColumns.includes(column)) return false;
    return column.isNullable || joinColumns.every(({ isNullable }) => !isNullable);
  });
}

function getLiteralDefault(column: ColumnMetadata): string | number | boolean | null {
  const value = column.default;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function scanEnumValues(
  { dataSource, metadata }: EntitySource,
  column: ColumnMetadata,
): ScannedColumn['values'] {
  return column.isDiscriminator ? listDiscriminatorValues(dataSource, metadata) : (column.enum ?? null);
}
