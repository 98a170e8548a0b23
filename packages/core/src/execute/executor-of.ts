// The executor of a data source, chosen once by its driver.
import type { DataSource } from 'typeorm';
import { databaseTypeOf } from '../model/data-source-check.js';
import type { Settings } from '../options.js';
import type { DatabaseType } from '../vocabulary/database.js';
import type { Executor } from './executor.js';
import { mysqlExecutor } from './mysql-executor.js';
import { postgresExecutor } from './postgres-executor.js';
import { sqlite3Executor } from './sqlite3-executor.js';
import { sqliteExecutor } from './sqlite-executor.js';

const executors: Readonly<Record<DatabaseType, (dataSource: DataSource, settings: Settings) => Executor>> = {
  'better-sqlite3': sqliteExecutor,
  sqlite: sqlite3Executor,
  postgres: postgresExecutor,
  mariadb: mysqlExecutor,
  mysql: mysqlExecutor,
};

/** The database was checked before: it is supported. */
export function executorOf(dataSource: DataSource, settings: Settings): Executor {
  return executors[databaseTypeOf(dataSource)](dataSource, settings);
}
