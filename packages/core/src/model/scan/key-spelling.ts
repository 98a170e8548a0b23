// Whether equal keys have one text. Where they may have several, by a collation or by digits after the decimal point, only the
// database can tell which keys are equal.
import type { DataSource } from 'typeorm';
import { engines, isDatabaseType, type Engine } from '../../vocabulary/database.js';
import type { ColumnMetadata } from './scan-classes.js';

const integerTypes = ['int', 'integer', 'tinyint', 'smallint', 'mediumint', 'bigint'];
const binaryTypes = ['blob', 'bytea', 'binary', 'varbinary'];

/** TypeORM's normal names of types whose equal values have one text. A number with decimals, a char or a citext has several. */
const exactTypes: Readonly<Record<Engine, ReadonlySet<string>>> = {
  // Its types are affinities: other numbers and dates have one text, too.
  sqlite: new Set([
    ...integerTypes,
    ...binaryTypes,
    'boolean',
    'date',
    'time',
    'datetime',
    'real',
    'double',
    'float',
    'numeric',
    'decimal',
  ]),
  postgres: new Set([
    ...integerTypes,
    ...binaryTypes,
    'boolean',
    'uuid',
    'enum',
    'date',
    'time without time zone',
    'timestamp without time zone',
    'timestamp with time zone',
  ]),
  mariadb: new Set([...integerTypes, ...binaryTypes, 'boolean', 'uuid', 'enum', 'date', 'year']),
  mysql: new Set([...integerTypes, ...binaryTypes, 'boolean', 'enum', 'date', 'year']),
};

/** Collations that take different texts for different, trailing blanks included. */
const binaryCollations: ReadonlySet<string> = new Set([
  'binary',
  'c',
  'posix',
  'utf8mb4_nopad_bin',
  'utf8mb4_0900_bin',
]);

/** Types of texts that only a collation may take for equal. */
const textTypes: ReadonlySet<string> = new Set(['varchar', 'character varying', 'text']);

/**
 * Whether equal values of a column always have one text. The collation of a text is known only where the column declares it:
 * without it, a text counts as one of several.
 */
export function hasOneSpelling({ driver, options }: DataSource, column: ColumnMetadata): boolean {
  // TypeORM 1 has no `zerofill`; the leading zeros of a bigint are part of its text.
  if (!isDatabaseType(options.type) || Reflect.get(column, 'zerofill') === true) return false;
  const type = driver.normalizeType(column).toLowerCase();
  if (exactTypes[engines[options.type]].has(type)) return true;
  return textTypes.has(type) && binaryCollations.has(column.collation?.toLowerCase() ?? '');
}
