// How TypeORM opens the database, the same for everybody on it.
import type { DataSourceOptions } from 'typeorm';
import { databaseNameOf, poolSize, sqliteFileOf } from '../data/database.js';

export function driverOptions(url: string): DataSourceOptions {
  if (databaseNameOf(url) === 'postgres') return { type: 'postgres', url, poolSize };
  return {
    type: 'better-sqlite3',
    database: sqliteFileOf(url),
    enableWAL: true,
    timeout: 50,
    prepareDatabase: (database: { pragma(text: string): unknown }) => {
      database.pragma('synchronous = NORMAL');
    },
  };
}
