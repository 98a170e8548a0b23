// The executor of a data source, chosen once by its driver.
import type { DataSource } from 'typeorm';
import { getDatabaseType } from '../model/data-source-check.js';
import type { Settings } from '../options.js';
import type { DatabaseType } from '../vocabulary/database.js';
import type { Executor } from './executor.js';
import { createMysqlExecutor } from './mysql-executor.js';
import { createPostgresExecutor } from './postgres-executor.js';
import { createSqlite3Executor } from './sqlite3-executor.js';
import { createBetterSqlite3Executor } from './sqlite-executor.js';

const executors: Readonly<Record<DatabaseType, (dataSource: DataSource, settings: Settings) => Executor>> = {
  'better-sqlite3': createBetterSqlite3Executor,
  sqlite: createSqlite3Executor,
  postgres: createPostgresExecutor,
  mariadb: createMysqlExecutor,
  mysql: createMysqlExecutor,
};

/** The database was checked before: it is supported. */
export function executorOf(dataSource: DataSource, settings: Settings): Executor {
  return executors[getDatabaseType(dataSource)](dataSource, settings);
}
