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

/** The range of an integer column type. `unsignedBits`: maximum bits of an unsigned one; null if all are signed. */
export function getIntegerRange(type: string, unsigned: boolean, unsignedBits: number | null): IntegerRange {
  if (type === 'year') return { minimum: '1901', maximum: '2155' };
  const width = bitWidths[type] ?? 32;
  const half = 2n ** BigInt(width - 1);
  if (!unsigned) return { minimum: String(-half), maximum: String(half - 1n) };
  const most = unsignedBits === null ? width - 1 : Math.min(width, unsignedBits);
  return { minimum: '0', maximum: String(2n ** BigInt(most) - 1n) };
}
