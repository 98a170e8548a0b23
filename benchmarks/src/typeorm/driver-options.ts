// How TypeORM opens the database, the same for all contestants on TypeORM.
import type { ColumnType, DataSourceOptions } from 'typeorm';
import { checkedDatabaseNameOf, poolSize, sqliteFileOf, sqlitePragmasOf } from '../data/database.js';

export function driverOptions(url: string): DataSourceOptions {
  const database = checkedDatabaseNameOf(url);
  if (database === 'postgres') return { type: 'postgres', url, poolSize };
  if (database === 'mariadb') return { type: 'mariadb', url, poolSize, timezone: 'Z' };
  return {
    type: 'better-sqlite3',
    database: sqliteFileOf(url),
    timeout: 50,
    prepareDatabase: (database: { pragma(text: string): unknown }) => {
      for (const pragma of sqlitePragmasOf(url)) database.pragma(pragma);
    },
  };
}

/** `text` ends at 64 kB on MariaDB. */
export function longText(): ColumnType {
  return process.env.BENCH_DATABASE_URL?.startsWith('mariadb:') ? 'longtext' : 'text';
}
