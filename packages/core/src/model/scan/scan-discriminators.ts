// Scans discriminators of single-table inheritance. In the API each value is a text; the column may store a number or a boolean.
// TypeORM gives a class without a value its name, which the column of a parent that has no rows of its own need not hold.
import type { DataSource, EntityMetadata } from 'typeorm';
import { engines, isDatabaseType } from '../../vocabulary/database.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { DiscriminatorModel } from '../api-model.js';
import type { ValueCodec } from '../stored-column.js';
import { getEntityName } from './entity-name.js';
import { findFieldKind } from './column-kind.js';
import { getColumnType } from './column-type.js';
import { findTableChildren, type ColumnMetadata } from './scan-classes.js';

/** The classes that extend a class of single-table inheritance. */
export interface ScannedFamily {
  /** The value of the discriminator for the class itself; null if its column cannot hold it: the class has no rows. */
  readonly value: string | null;
  /** Property that holds the discriminator. */
  readonly discriminator: string;
  /** All classes that extend it within its table. */
  readonly children: readonly { readonly name: string; readonly value: string | null }[];
}

/** Null for a class without children in its table. */
export function scanFamily(dataSource: DataSource, metadata: EntityMetadata): ScannedFamily | null {
  const { discriminatorColumn } = metadata;
  if (!discriminatorColumn || metadata.discriminatorValue === undefined) return null;
  const children = findTableChildren(metadata).map((child) => ({
    name: getEntityName(child),
    value: spellValue(dataSource, discriminatorColumn, child.discriminatorValue),
  }));
  if (children.length === 0) return null;
  const value = spellValue(dataSource, discriminatorColumn, metadata.discriminatorValue);
  return { value, discriminator: discriminatorColumn.propertyPath, children };
}

/** The discriminator of the class's table; null without inheritance. */
export function scanDiscriminator(
  dataSource: DataSource,
  metadata: EntityMetadata,
): DiscriminatorModel | null {
  const { discriminatorColumn: column } = metadata;
  if (!column) return null;
  return {
    column: column.databaseName,
    values: listDiscriminatorValues(dataSource, metadata),
    own: spellValue(dataSource, column, metadata.discriminatorValue),
    storedAs: getStoredForm(column),
  };
}

/** The discriminator values of a class and its subclasses: those that the column can hold. */
export function listDiscriminatorValues(dataSource: DataSource, metadata: EntityMetadata): string[] {
  const { discriminatorColumn: column } = metadata;
  if (!column) return [];
  const family = [metadata, ...metadata.childEntityMetadatas];
  return family.flatMap(({ discriminatorValue }) => spellValue(dataSource, column, discriminatorValue) ?? []);
}

/** The value of a class without children that its column cannot hold; null where there is none. */
export function findUnstorableValue(dataSource: DataSource, metadata: EntityMetadata): string | null {
  const { discriminatorColumn: column } = metadata;
  const value = metadata.discriminatorValue;
  if (!column || value === undefined || findTableChildren(metadata).length > 0) return null;
  return spellValue(dataSource, column, value) === null ? value : null;
}

type StoredForm = DiscriminatorModel['storedAs'];

const formByKind: Readonly<Partial<Record<FieldKind, StoredForm>>> = {
  integer: 'number',
  bigint: 'number',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
};

function getColumnKind(column: ColumnMetadata): FieldKind | undefined {
  return findFieldKind(getColumnType(column, undefined));
}

function getStoredForm(column: ColumnMetadata): StoredForm {
  return formByKind[getColumnKind(column) ?? 'string'] ?? 'text';
}

/** The kind by which the database compares the values. */
export function getDiscriminatorKind(column: ColumnMetadata): FieldKind {
  return getStoredForm(column) === 'text' ? 'enum' : (getColumnKind(column) ?? 'enum');
}

/** The text of a value in the API; null if the column cannot hold it. */
function spellValue(
  dataSource: DataSource,
  column: ColumnMetadata,
  // TypeORM declares a string, and takes any value.
  value: string | number | boolean | undefined,
): string | null {
  if (value === undefined) return null;
  const text = String(value);
  switch (getStoredForm(column)) {
    case 'number':
      return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? text : null;
    case 'boolean':
      return booleans.get(text) ?? null;
    case 'text':
      return isStorableText(dataSource, column, text) ? text : null;
  }
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['1', 'true'],
  ['0', 'false'],
]);

function isStorableText({ options }: DataSource, column: ColumnMetadata, text: string): boolean {
  const kind = getColumnKind(column);
  if (kind === 'enum') return !column.enum || column.enum.some((value) => String(value) === text);
  if (kind === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const isBounded = isDatabaseType(options.type) && engines[options.type] !== 'sqlite';
  return !isBounded || !column.length || text.length <= Number(column.length);
}

/** TypeORM reads the value without its transformer. The text of the API stands for what the column stores. */
export function createDiscriminatorCodec({ driver }: DataSource, column: ColumnMetadata): ValueCodec {
  const form = getStoredForm(column);
  const isPadded = ['char', 'character', 'nchar'].includes(getColumnType(column, undefined));
  const plain = Object.assign(Object.create(column) as ColumnMetadata, { transformer: undefined });
  const decode = (stored: unknown) => {
    if (stored === null || stored === undefined) return stored;
    const value: unknown = form === 'boolean' ? driver.prepareHydratedValue(stored, plain) : stored;
    return isPadded ? String(value).trimEnd() : String(value);
  };
  const encode = (value: unknown) =>
    form === 'boolean' ? (driver.preparePersistentValue(value === 'true', plain) as unknown) : value;
  return { encode, decode, transformed: false, ...(form !== 'text' || isPadded ? { respelled: true } : {}) };
}
