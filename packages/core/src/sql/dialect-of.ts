// The dialect of a data source, and its own compiler of reads if it has one: chosen once, by the driver.
import type { DataSource } from 'typeorm';
import { getDatabaseType } from '../model/data-source-check.js';
import type { DatabaseType } from '../vocabulary/database.js';
import type { Dialect } from './dialect.js';
import { mysqlDialect } from './mysql-dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import type { CompileSelect } from './select-program.js';
import { sqliteDialect } from './sqlite-dialect.js';
import { textProgram } from './text-program.js';

type CreateDialect = (quote: Dialect['quote'], dataSource: DataSource) => Dialect;

const ofMysql: CreateDialect = (quote, dataSource) => mysqlDialect(quote, timezoneOf(dataSource));

const dialects: Readonly<Record<DatabaseType, CreateDialect>> = {
  'better-sqlite3': sqliteDialect,
  sqlite: sqliteDialect,
  postgres: postgresDialect,
  mariadb: ofMysql,
  mysql: ofMysql,
};

/** The dialect of a data source whose database is supported. */
export function dialectOf(dataSource: DataSource): Dialect {
  const create = dialects[getDatabaseType(dataSource)];
  return create((identifier) => dataSource.driver.escape(identifier), dataSource);
}

/** Databases that print answers themselves. On PostgreSQL that was measured to be slower where it shares a machine with us. */
const selectCompilers: Readonly<Partial<Record<DatabaseType, CompileSelect>>> = {
  'better-sqlite3': textProgram,
  sqlite: textProgram,
};

/** Compiles reads that the database of a data source prints itself; null where we always print rows. */
export function selectCompilerOf(dataSource: DataSource): CompileSelect | null {
  return selectCompilers[getDatabaseType(dataSource)] ?? null;
}

/** The time zone that TypeORM passes to mysql2, which otherwise uses that of the process. */
function timezoneOf({ options }: DataSource): string {
  const extra: unknown = options.extra;
  const over =
    typeof extra === 'object' && extra !== null && 'timezone' in extra ? extra.timezone : undefined;
  const given = over ?? ('timezone' in options ? options.timezone : undefined);
  return typeof given === 'string' ? given : 'local';
}
