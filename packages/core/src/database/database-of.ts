// What each supported database implements, chosen once by the driver of the data source.
import type { DataSource } from 'typeorm';
import type { ReadCatalogue } from '../advice/catalogue.js';
import type { ConnectionSettings } from '../advice/connection-warnings.js';
import type { Executor } from '../execute/executor.js';
import { getDatabaseType } from '../model/check/data-source-check.js';
import type { Settings } from '../options.js';
import type { Dialect } from '../sql/dialect.js';
import type { CompileSelect } from '../sql/select-program.js';
import type { DatabaseType } from '../vocabulary/database.js';
import { readMysqlCatalogue } from './mysql/mysql-catalogue.js';
import { createMysqlDialect } from './mysql/mysql-dialect.js';
import { createMysqlExecutor } from './mysql/mysql-executor.js';
import { readMysqlSettings, readTimezone } from './mysql/mysql-settings.js';
import { readPostgresCatalogue } from './postgres/postgres-catalogue.js';
import { createPostgresDialect } from './postgres/postgres-dialect.js';
import { createPostgresExecutor } from './postgres/postgres-executor.js';
import { readPostgresSettings } from './postgres/postgres-settings.js';
import { createBetterSqlite3Executor } from './sqlite/better-sqlite3-executor.js';
import { compileTextProgram } from './sqlite/json-program.js';
import { readSqliteCatalogue } from './sqlite/sqlite-catalogue.js';
import { createSqlite3Executor } from './sqlite/sqlite3-executor.js';
import { createSqliteDialect } from './sqlite/sqlite-dialect.js';

/** A supported database, behind the driver of a data source. */
export interface Database {
  readonly createDialect: (dataSource: DataSource) => Dialect;
  /** Compiles reads whose JSON the database renders; null where we render rows, which is faster on PostgreSQL. */
  readonly compileSelect: CompileSelect | null;
  readonly createExecutor: (dataSource: DataSource, settings: Settings) => Executor;
  readonly readCatalogue: ReadCatalogue;
  /** Null where there is no server. */
  readonly readSettings: ((dataSource: DataSource) => ConnectionSettings) | null;
}

const sqlite: Omit<Database, 'createExecutor'> = {
  createDialect: (dataSource) => createSqliteDialect(createQuote(dataSource), writesJsonb(dataSource)),
  compileSelect: compileTextProgram,
  readCatalogue: readSqliteCatalogue,
  readSettings: null,
};

const mysql: Database = {
  createDialect: (dataSource) =>
    createMysqlDialect(
      createQuote(dataSource),
      readTimezone(dataSource),
      dataSource.driver.isReturningSqlSupported('insert'),
    ),
  compileSelect: null,
  createExecutor: createMysqlExecutor,
  readCatalogue: readMysqlCatalogue,
  readSettings: readMysqlSettings,
};

const databases: Readonly<Record<DatabaseType, Database>> = {
  'better-sqlite3': { ...sqlite, createExecutor: createBetterSqlite3Executor },
  sqlite: { ...sqlite, createExecutor: createSqlite3Executor },
  postgres: {
    createDialect: (dataSource) => createPostgresDialect(createQuote(dataSource)),
    compileSelect: null,
    createExecutor: createPostgresExecutor,
    readCatalogue: readPostgresCatalogue,
    readSettings: readPostgresSettings,
  },
  mariadb: mysql,
  mysql,
};

/** The database of a data source, which must be a supported one. */
export function getDatabase(dataSource: DataSource): Database {
  return databases[getDatabaseType(dataSource)];
}

function createQuote({ driver }: DataSource): Dialect['quote'] {
  return (identifier) => driver.escape(identifier);
}

/** The version of SQLite that has jsonb first. */
const firstWithJsonb = 3_045_000;

/** Whether TypeORM writes columns of type jsonb in their binary form. The package sqlite3 may be too old for it. */
function writesJsonb({ driver }: DataSource): boolean {
  const library: unknown = Reflect.get(driver, 'sqlite');
  const version: unknown = typeof library === 'object' && library && Reflect.get(library, 'VERSION_NUMBER');
  return 'wrapWithJsonFunction' in driver && !(typeof version === 'number' && version < firstWithJsonb);
}
