// The dialect of a data source, chosen once by its driver.
import type { DataSource } from 'typeorm';
import type { Dialect } from './dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';

const dialects: Readonly<Record<string, (quote: Dialect['quote']) => Dialect>> = {
  'better-sqlite3': sqliteDialect,
  postgres: postgresDialect,
};

/** The dialect of a data source whose database was found to be supported. */
export function dialectOf({ driver, options }: DataSource): Dialect {
  const create = dialects[options.type];
  if (!create) throw new Error(`There is no dialect for ${options.type}.`);
  return create((identifier) => driver.escape(identifier));
}
