// The type of a column, as declared to TypeORM or inferred from its property, and the sizes and precisions that each database
// stores it with where the metadata lacks them.
import type { EntityMetadata, DataSource } from 'typeorm';
import { engines, isDatabaseType, type Engine } from '../../vocabulary/database.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { ValueCodec } from '../stored-column.js';
import type { IntegerStorage } from './column-kind.js';
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
  // TypeORM's word for a property of type Buffer, where the database has one.
  if (typeof type === 'function' && type.prototype instanceof Uint8Array) return 'blob';
  return typeof type === 'string' ? type : type.name.toLowerCase();
}

/** Defaults of a type, unless the column declares otherwise. */
export interface TypeDefaults {
  /** Maximum characters of a text or bytes of a blob. */
  readonly length?: number;
  /** Digits of a decimal; fractional digits of a time or date-time. */
  readonly precision?: number;
  readonly scale?: number;
  /** Texts are padded with blanks up to their length; comparisons of the database ignore the padding. */
  readonly padded?: true;
  /** Pattern of the years that a date-time may have, in any time zone. */
  readonly years?: string;
}

/** How a database stores columns. */
export interface ColumnStorage extends IntegerStorage {
  readonly types: ReadonlyMap<string, TypeDefaults>;
  /** Maximum digits of a decimal that survive a round trip; null for no limit. */
  readonly exactDigits: number | null;
  /** Pattern of the UUIDs that the database accepts; null if it accepts all. */
  readonly uuidPattern: string | null;
  /** `array: true` makes a column an array; otherwise TypeORM ignores it. */
  readonly hasArrays: boolean;
  /** Float types of single precision that come back with the extra digits of a double. */
  readonly widenedSingles: ReadonlySet<string>;
}

const defaultStorage: ColumnStorage = {
  types: new Map(),
  exactDigits: null,
  uuidPattern: null,
  unsignedBits: null,
  wideIntegers: new Set(),
  hasArrays: false,
  widenedSingles: new Set(),
};

/**
 * A NUMERIC column holds a double, and every integer has 64 bits with its sign. Its types without a size are as wide: many classes
 * keep `Date.now()` in them.
 */
const sqlite: ColumnStorage = {
  ...defaultStorage,
  exactDigits: 15,
  unsignedBits: 63,
  wideIntegers: new Set(['int', 'integer']),
};

const decimal = { precision: 10, scale: 0 };
const time = { precision: 0 };

const mysql: ColumnStorage = {
  ...defaultStorage,
  unsignedBits: 64,
  types: new Map<string, TypeDefaults>([
    ['varchar', { length: 255 }],
    ['nvarchar', { length: 255 }],
    ['char', { length: 1 }],
    ['nchar', { length: 1 }],
    ['tinytext', { length: 255 }],
    ['text', { length: 65_535 }],
    ['mediumtext', { length: 16_777_215 }],
    ['binary', { length: 1 }],
    ['varbinary', { length: 255 }],
    ['tinyblob', { length: 255 }],
    ['blob', { length: 65_535 }],
    ['mediumblob', { length: 16_777_215 }],
    ['decimal', decimal],
    ['dec', decimal],
    ['numeric', decimal],
    ['fixed', decimal],
    ['time', time],
    ['datetime', time],
    // Seconds since 1970 in 32 bits.
    ['timestamp', { ...time, years: '(197[1-9]|19[89][0-9]|20[0-2][0-9]|203[0-7])' }],
  ]),
  widenedSingles: new Set(['float']),
};

/** Without a length, these types hold one character. */
const postgres: ColumnStorage = {
  ...defaultStorage,
  hasArrays: true,
  types: new Map<string, TypeDefaults>([
    ['char', { length: 1, padded: true }],
    ['character', { length: 1, padded: true }],
  ]),
};

const storages: Readonly<Record<Engine, ColumnStorage>> = {
  sqlite,
  postgres,
  // The UUID type rejects versions after 7, except the maximum UUID.
  mariadb: { ...mysql, uuidPattern: '^([0-9A-Fa-f-]{14}[0-7]|[Ff-]{36}$)' },
  mysql,
};

/** How the database of a data source stores columns; the plain defaults for an unsupported one. */
export function getStorage({ options }: DataSource): ColumnStorage {
  return isDatabaseType(options.type) ? storages[engines[options.type]] : defaultStorage;
}

/** Whether a type is a float of single precision. */
export function isSinglePrecision({ widenedSingles }: ColumnStorage, type: string): boolean {
  return type === 'float4' || type === 'real' || widenedSingles.has(type);
}

/** Returns a float of single precision with its original digits: 0.1, not 0.10000000149011612. */
export function createSingleCodec(codec: ValueCodec): ValueCodec {
  return { ...codec, decode: (stored) => codec.decode(convertNumber(stored, toShortestNumber)) };
}

/** Encodes a float as the nearest one of single precision, which the column holds. */
export function encodeAsSingle(codec: ValueCodec): ValueCodec {
  return { ...codec, encode: (value) => convertNumber(codec.encode(value), Math.fround) };
}

/** Stores null as JSON null, an ordinary value, in a NOT NULL column. */
export function createJsonNullCodec(codec: ValueCodec): ValueCodec {
  return { ...codec, encode: (value) => (value === null ? 'null' : codec.encode(value)) };
}

function convertNumber(value: unknown, convert: (number: number) => number): unknown {
  return typeof value === 'number' ? convert(value) : value;
}

/** The shortest number with the same single-precision value. */
function toShortestNumber(stored: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(stored.toPrecision(digits));
    if (Math.fround(candidate) === stored) return candidate;
  }
  return stored;
}
