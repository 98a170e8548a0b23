// TypeORM's column types -> field kinds, and the bounds of integer columns.
import type { FieldKind } from '../../vocabulary/field-kind.js';

const typesByKind: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  integer: ['int', 'integer', 'int2', 'int4', 'smallint', 'tinyint', 'mediumint', 'year'],
  bigint: ['bigint', 'int8', 'unsigned big int'],
  float: ['float', 'float4', 'float8', 'double', 'double precision', 'real'],
  decimal: ['decimal', 'dec', 'numeric', 'fixed'],
  boolean: ['boolean', 'bool'],
  string: [
    'varchar',
    'national varchar',
    'text',
    'char',
    'character',
    'character varying',
    'varying character',
    'native character',
    'nchar',
    'national char',
    'nvarchar',
    'nvarchar2',
    'citext',
    'clob',
    'tinytext',
    'mediumtext',
    'longtext',
  ],
  uuid: ['uuid'],
  enum: ['enum', 'simple-enum'],
  date: ['date'],
  time: ['time', 'time without time zone'],
  datetime: [
    'datetime',
    'timestamp',
    'timestamptz',
    'timestamp without time zone',
    'timestamp with time zone',
  ],
  json: ['json', 'jsonb', 'simple-json'],
  bytes: ['blob', 'bytea', 'binary', 'varbinary', 'tinyblob', 'mediumblob', 'longblob'],
  array: ['simple-array'],
};

const kindByType: ReadonlyMap<string, FieldKind> = new Map(
  Object.entries(typesByKind).flatMap(([kind, types]) =>
    types.map((type) => [type, kind as FieldKind] as const),
  ),
);

/** The kind of a column type, by TypeORM's name for it; undefined for a type that is not supported. */
export function findFieldKind(type: string): FieldKind | undefined {
  return kindByType.get(type);
}

const bitWidths: Readonly<Record<string, number>> = {
  tinyint: 8,
  int2: 16,
  smallint: 16,
  mediumint: 24,
  bigint: 64,
  int8: 64,
  'unsigned big int': 64,
};

/** Smallest and largest integer, as decimal text: a bigint does not fit a number. */
export interface IntegerRange {
  readonly minimum: string;
  readonly maximum: string;
}

/** What integers the columns of a database hold. */
export interface IntegerStorage {
  /** Maximum bits of an unsigned integer; null if all integers are signed. */
  readonly unsignedBits: number | null;
  /** Types that hold more than 32 bits, up to the integers that a number of JSON keeps. */
  readonly wideIntegers: ReadonlySet<string>;
}

/** The range of an integer column type. */
export function getIntegerRange(type: string, unsigned: boolean, storage: IntegerStorage): IntegerRange {
  if (type === 'year') return { minimum: '1901', maximum: '2155' };
  if (storage.wideIntegers.has(type)) return getSafeRange(unsigned);
  const width = bitWidths[type] ?? 32;
  const half = 2n ** BigInt(width - 1);
  if (!unsigned) return { minimum: String(-half), maximum: String(half - 1n) };
  const { unsignedBits } = storage;
  const most = unsignedBits === null ? width - 1 : Math.min(width, unsignedBits);
  return { minimum: '0', maximum: String(2n ** BigInt(most) - 1n) };
}

function getSafeRange(unsigned: boolean): IntegerRange {
  const minimum = unsigned ? 0 : Number.MIN_SAFE_INTEGER;
  return { minimum: String(minimum), maximum: String(Number.MAX_SAFE_INTEGER) };
}
