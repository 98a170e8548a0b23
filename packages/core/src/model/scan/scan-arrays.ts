// Scans arrays of PostgreSQL: the items of a column, and how the driver writes and reads them. TypeORM passes arrays through as
// they are, except those of JSON and of enums, of which it makes texts that PostgreSQL does not read as an array, or splits at
// the commas of a label.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import { parseArrayText, type ArrayItem } from '../array-text.js';
import type { ItemModel } from '../document-model.js';
import type { ValueCodec } from '../stored-column.js';
import { getStorage } from './column-type.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** Types that store a list without `array: true`. */
const listTypes: ReadonlySet<unknown> = new Set(['json', 'jsonb', 'simple-json', 'simple-array']);

/** Types whose values TypeORM writes as one text, even with `array: true`. */
const textTypes: ReadonlySet<unknown> = new Set(['simple-json', 'simple-array']);

/** Whether the column is an array of the database. The others ignore `array: true`. */
export function isArrayColumn(dataSource: DataSource, { isArray }: ColumnMetadata): boolean {
  return isArray && getStorage(dataSource).hasArrays;
}

/** Why every write of the column would fail; null if it would not. */
export function findArrayFault(
  dataSource: DataSource,
  { isArray, type, transformer }: ColumnMetadata,
): string | null {
  if (!isArray || transformer) return null;
  if (getStorage(dataSource).hasArrays)
    return textTypes.has(type) ? 'TypeORM writes its values as one text, which is no array.' : null;
  return listTypes.has(type) ? null : 'the database has no arrays.';
}

/** The number of dimensions that the author's schema declares; one without a schema. */
export function countDimensions(schema: JsonSchema | undefined): number {
  let depth = 1;
  for (let at = schema?.items; at?.type === 'array' && depth < maxDimensions; at = at.items) depth++;
  return depth;
}

/** PostgreSQL stores no more. */
const maxDimensions = 6;

/** How an array is stored. Without a transformer, property values are what the driver returns. */
export function createArrayCodec(
  { driver }: DataSource,
  column: ColumnMetadata,
  items: ItemModel,
): ValueCodec {
  // For this type, TypeORM applies the transformer and nothing else.
  const plain = Object.assign(Object.create(column) as ColumnMetadata, { type: 'varchar' });
  return {
    encode: (value) => encodeItems(driver.preparePersistentValue(value, plain), items.kind),
    decode: (stored) => driver.prepareHydratedValue(decodeItems(stored, items), plain) as unknown,
    transformed: column.transformer !== undefined,
  };
}

/** Reads arrays of a type that only TypeORM knows: the driver returns many of them as text. */
export function createOpaqueArrayCodec(codec: ValueCodec): ValueCodec {
  const decode = (stored: unknown) => {
    const value = codec.decode(stored);
    return typeof value === 'string' ? (parseArrayText(value) ?? value) : value;
  };
  return { ...codec, decode };
}

/** The driver writes lists as arrays, each list in it as a further dimension. Items of JSON may be lists. */
function encodeItems(value: unknown, kind: FieldKind): unknown {
  if (kind !== 'json' || !Array.isArray(value)) return value;
  return value.map((item: unknown) => (item === null || item === undefined ? null : JSON.stringify(item)));
}

function decodeItems(stored: unknown, items: ItemModel): unknown {
  const list = typeof stored === 'string' ? parseArrayText(stored) : undefined;
  return list ? decodeList(list, items) : stored;
}

function decodeList(list: readonly ArrayItem[], items: ItemModel): unknown[] {
  return list.map((item) => {
    if (item === null) return null;
    return typeof item === 'string' ? decodeItem(item, items) : decodeList(item, items);
  });
}

function decodeItem(text: string, { kind, values }: ItemModel): unknown {
  switch (kind) {
    case 'integer':
    case 'float':
      return Number(text);
    case 'boolean':
      return text === 't';
    case 'json':
      return JSON.parse(text);
    default:
      return values?.find((value) => String(value) === text) ?? text;
  }
}
