// Column types that databases have, types that classes declare over them, and values to store.
import type { ColumnOptions } from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';

type Server = Exclude<DatabaseName, 'sqlite3'>;
type ColumnType = NonNullable<ColumnOptions['type']>;

/** Types of columns as the database knows them. TypeORM's drivers read them all. */
export const storedTypes: Readonly<Record<Server, readonly string[]>> = {
  mysql: [
    ...['tinyint', 'tinyint(1)', 'smallint unsigned', 'int', 'bigint', 'bigint unsigned', 'year'],
    ...['float', 'double', 'decimal(10,2)', 'decimal(40,0)', 'bit(1)', 'bit(12)'],
    ...['char(5)', 'varchar(60)', 'text', "enum('a','b','1')", "set('a','b')", 'json'],
    ...['date', 'datetime', 'datetime(6)', 'timestamp', 'time', 'time(3)'],
    ...['binary(4)', 'varbinary(60)', 'blob'],
  ],
  mariadb: [
    ...['tinyint', 'tinyint(1)', 'smallint unsigned', 'int', 'bigint', 'bigint unsigned', 'year'],
    ...['float', 'double', 'decimal(10,2)', 'decimal(40,0)', 'bit(1)', 'bit(12)'],
    ...['char(5)', 'varchar(60)', 'text', "enum('a','b','1')", "set('a','b')", 'uuid', 'inet4', 'json'],
    ...['date', 'datetime', 'datetime(6)', 'timestamp', 'time', 'time(3)'],
    ...['binary(4)', 'varbinary(60)', 'blob'],
  ],
  postgres: [
    ...['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric(10,2)', 'numeric', 'money'],
    ...['boolean', 'char(5)', 'varchar(60)', 'text', 'citext', 'name', '"char"', 'xml', 'uuid', 'inet'],
    ...['date', 'timestamp', 'timestamptz', 'time', 'timetz', 'interval', 'oid', 'bit(3)'],
    ...['json', 'jsonb', 'bytea', 'integer[]', 'text[]'],
  ],
  sqlite: ['integer', 'bigint', 'real', 'numeric', 'text', 'blob', 'boolean', 'datetime', 'date', ''],
};

const everywhere: readonly ColumnType[] = ['int', 'bigint', 'decimal', 'boolean', 'varchar', 'text', 'date'];

const declaredOnMysql: readonly ColumnType[] = [
  ...everywhere,
  ...(['tinyint', 'year', 'float', 'double', 'uuid', 'enum', 'time', 'datetime', 'timestamp'] as const),
  ...(['json', 'simple-json', 'simple-array', 'blob'] as const),
];

/** Types as classes declare them. */
export const declaredTypes: Readonly<Record<Server, readonly ColumnType[]>> = {
  mariadb: declaredOnMysql,
  mysql: declaredOnMysql,
  postgres: [
    ...everywhere,
    ...([
      'real',
      'double precision',
      'char',
      'uuid',
      'simple-enum',
      'time',
      'timestamp',
      'timestamptz',
    ] as const),
    ...(['json', 'jsonb', 'simple-json', 'simple-array', 'bytea'] as const),
  ],
  sqlite: [
    ...everywhere,
    ...([
      'float',
      'double',
      'simple-enum',
      'time',
      'datetime',
      'simple-json',
      'simple-array',
      'blob',
    ] as const),
  ],
};

/** SQL literals; a column takes those that fit it. */
export const literals: readonly string[] = [
  ...['NULL', '0', '1', '-1', '5', '1.5', '12.00', '-0.25', '1e300', '9007199254740993'],
  ...['9223372036854775807', '18446744073709551615', '1234567890123456789012345678'],
  ...["''", "'a'", "'b'", "'5'", "'05'", "'true'", "'t'", "'null'", "'NaN'", "'Infinity'", "'infinity'"],
  ...[`'a"b\\\\c'`, `'{"a": 1}'`, "'[1, 2]'", "'{broken'", "'123e'", "'a,b'", "'{1,2}'", "'héé'"],
  ...["'2020-01-02'", "'2020-01-02 03:04:05'", "'2020-01-02 03:04:05.123456'", "'0000-00-00'"],
  ...["'12345-01-01'", "'0044-03-15 BC'", "'now'", "'10:11:12'", "'10:11:12.5'", "'-30:00:00'", "'24:00:00'"],
  ...["'123e4567-e89b-12d3-a456-426614174000'", "'127.0.0.1'", "'1 day'", "'101'", "x'00ff'", "'\\x00ff'"],
];
