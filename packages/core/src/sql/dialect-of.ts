// The dialect of a data source, chosen once by its driver.
import type { DataSource } from 'typeorm';
import { databaseTypeOf } from '../model/data-source-check.js';
import type { DatabaseType } from '../vocabulary/database.js';
import type { Dialect } from './dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';

const dialects: Readonly<Record<DatabaseType, (quote: Dialect['quote']) => Dialect>> = {
  'better-sqlite3': sqliteDialect,
  postgres: postgresDialect,
};

/** The dialect of a data source whose database was found to be supported. */
export function dialectOf(dataSource: DataSource): Dialect {
  const create = dialects[databaseTypeOf(dataSource)];
  return create((identifier) => dataSource.driver.escape(identifier));
}
