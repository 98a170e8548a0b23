// Scans how the values of a column are stored.
import { ApiError } from '../../errors.js';
import { UnstorableValueError } from '../../vocabulary/unstorable-value.js';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ItemModel } from '../document-model.js';
import type { ValueCodec } from '../stored-column.js';
import { findFieldKind } from './column-kind.js';
import {
  isInferred,
  isNullable,
  getColumnType,
  createJsonNullCodec,
  createSingleCodec,
  encodeAsSingle,
  getStorage,
} from './column-type.js';
import { countDimensions, createArrayCodec, createOpaqueArrayCodec, isArrayColumn } from './scan-arrays.js';
import { createDiscriminatorCodec } from './scan-discriminators.js';
import {
  hasTransformer,
  isOpaque,
  getStoredKind,
  getKinds,
  getAuthorSchema,
  hasJsonNull,
  type KindSource,
} from './scan-kinds.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** How values of a column are stored: as TypeORM does, except for arrays and JSON null. */
export function createCodec(source: KindSource, column: ColumnMetadata): ValueCodec {
  const { dataSource, annotations } = source;
  if (column.isDiscriminator) return createDiscriminatorCodec(dataSource, column);
  const items = scanItems(source, column);
  if (items) return createArrayCodec(dataSource, column, items);
  const schema = getAuthorSchema(column, annotations);
  const type = getColumnType(column, schema);
  const typed =
    isInferred(column) && !hasTransformer(column)
      ? Object.assign(Object.create(column) as ColumnMetadata, { type })
      : column;
  const codec = createTypeormCodec(dataSource, typed);
  if (isOpaque(source, column))
    return { ...(column.isArray ? createOpaqueArrayCodec(codec) : codec), opaque: true };
  if (codec.transformed) return codec;
  if (hasJsonNull(schema, getStoredKind(source, column), isNullable(column)))
    return createJsonNullCodec(codec);
  if (!getStorage(dataSource).widenedSingles.has(type)) return codec;
  const single = createSingleCodec(codec);
  // Other columns are compared with both numbers: the table may have doubles.
  return column.isPrimary ? encodeAsSingle(single) : single;
}

/** The items of an array of PostgreSQL; null for every other column, and where their type is not supported. */
export function scanItems(source: KindSource, column: ColumnMetadata): ItemModel | null {
  const { dataSource, annotations } = source;
  if (!isArrayColumn(dataSource, column) || getKinds(source, column).columnKind !== 'array') return null;
  const schema = getAuthorSchema(column, annotations);
  const kind = findFieldKind(getColumnType(column, schema));
  if (kind === undefined) return null;
  return {
    kind,
    values: kind === 'enum' ? (column.enum ?? null) : null,
    dimensions: countDimensions(schema),
  };
}

function createTypeormCodec({ driver }: DataSource, column: ColumnMetadata): ValueCodec {
  const encode: ValueCodec['encode'] = (value) => driver.preparePersistentValue(value, column) as unknown;
  return {
    encode: hasTransformer(column) ? nameColumn(encode, column.databaseName) : encode,
    decode: (stored) => driver.prepareHydratedValue(stored, column) as unknown,
    transformed: hasTransformer(column),
  };
}

/** The transformer is the author's: its error says what is wrong with a value, but not with which. */
function nameColumn(encode: ValueCodec['encode'], column: string): ValueCodec['encode'] {
  return (value) => {
    try {
      return encode(value);
    } catch (error) {
      throw error instanceof ApiError ? error : new UnstorableValueError(column, error);
    }
  };
}
