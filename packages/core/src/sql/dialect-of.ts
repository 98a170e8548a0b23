// The dialect of a data source and its own way to read, chosen once by its driver.
import type { DataSource } from 'typeorm';
import { databaseTypeOf } from '../model/data-source-check.js';
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

/** The dialect of a data source whose database was found to be supported. */
export function dialectOf(dataSource: DataSource): Dialect {
  const create = dialects[databaseTypeOf(dataSource)];
  return create((identifier) => dataSource.driver.escape(identifier), dataSource);
}

/** Databases that print answers themselves. Measured slower on PostgreSQL where it shares a machine with the server. */
const selectCompilers: Readonly<Partial<Record<DatabaseType, CompileSelect>>> = {
  'better-sqlite3': textProgram,
  sqlite: textProgram,
};

/** How the database of a data source prints the answers of reads; null where rows are printed instead. */
export function selectCompilerOf(dataSource: DataSource): CompileSelect | null {
  return selectCompilers[databaseTypeOf(dataSource)] ?? null;
}

/** What TypeORM tells mysql2, whose default is the process's own time zone. */
function timezoneOf({ options }: DataSource): string {
  const extra: unknown = options.extra;
  const over =
    typeof extra === 'object' && extra !== null && 'timezone' in extra ? extra.timezone : undefined;
  const given = over ?? ('timezone' in options ? options.timezone : undefined);
  return typeof given === 'string' ? given : 'local';
}
