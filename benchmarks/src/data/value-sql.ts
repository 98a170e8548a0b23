// The value of a column in row `n` as SQL that all three databases read alike; MariaDB is in its mode ANSI meanwhile.
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/**
 * So many values are shared by all rows. At 50,000 children each of them leads to 20 parents, at 100,000 to 40: both fill
 * a page, and so both need a second statement for the total.
 */
const sharedValues = 250;

/** A text that many rows have, and that filters ask for: `text(7)`. */
export function sharedText(n: number): string {
  return `Name ${n % sharedValues}`;
}

/** The id of row `n` where ids are UUIDs: its last twelve digits are the row's number above a billion of hundreds. */
export function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${100_000_000_000 + n}`;
}

const uuidSql = `'00000000-0000-4000-8000-' || (100000000000 + n)`;
const dateSql = `(2000 + n % 30) || '-' || (10 + n % 3) || '-' || (10 + n % 18)`;
const timeSql = `(10 + n % 14) || ':' || (10 + n % 50) || ':' || (10 + n % 50)`;

/** Undefined: the column keeps its default, or null. Every third row has none of a value that may be missing. */
export function valueSql(column: ColumnMetadata, isUnique: boolean): string | undefined {
  const value = presentSql(column, isUnique);
  if (value === undefined || !column.isNullable || column.isPrimary) return value;
  return `CASE WHEN n % 3 = 0 THEN NULL ELSE ${value} END`;
}

function presentSql(column: ColumnMetadata, isUnique: boolean): string | undefined {
  if (column.isDeleteDate) return undefined;
  if (column.isVersion) return '1';
  const type = typeNameOf(column);
  if (column.generationStrategy === 'uuid' || type === 'uuid') return uuidSql;
  if (column.enum) return enumSql(column.enum);
  if (column.isArray || !(type in kinds)) return undefined;
  return kinds[type]?.(isUnique);
}

function typeNameOf({ type }: ColumnMetadata): string {
  return typeof type === 'function' ? type.name.toLowerCase() : type;
}

function enumSql(values: readonly unknown[]): string {
  const cases = values.map((value, at) => `WHEN ${at} THEN '${String(value)}'`);
  return `CASE n % ${values.length} ${cases.join(' ')} END`;
}

type Kind = (isUnique: boolean) => string;

const text: Kind = (isUnique) => (isUnique ? `'Name ' || n` : `'Name ' || (n % ${sharedValues})`);
const integer: Kind = (isUnique) => (isUnique ? 'n' : `n % ${sharedValues}`);
const small: Kind = () => 'n % 100';
const decimal: Kind = () => `n % ${sharedValues} + 0.25`;
const date: Kind = () => dateSql;
const instant: Kind = () => `${dateSql} || ' ' || ${timeSql} || '.123'`;

/** By TypeORM's name of the type; what is missing here is left empty. */
const kinds: Readonly<Record<string, Kind | undefined>> = {
  string: text,
  varchar: text,
  text,
  longtext: text,
  clob: text,
  number: integer,
  int: integer,
  integer,
  bigint: integer,
  mediumint: integer,
  smallint: small,
  tinyint: small,
  decimal,
  numeric: decimal,
  float: decimal,
  double: decimal,
  real: decimal,
  'double precision': decimal,
  boolean: () => 'n % 3 = 1',
  date,
  time: () => timeSql,
  datetime: instant,
  timestamp: instant,
  timestamptz: instant,
  'timestamp without time zone': instant,
  'timestamp with time zone': instant,
};
