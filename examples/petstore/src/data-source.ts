// DATABASE_URL -> TypeORM data source. Opens nothing.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Pet } from './pet.js';
import { User } from './user.js';

export const defaultDatabaseUrl = 'sqlite:petstore.sqlite';

/**
 * The petstore's data source, not yet initialised. Tables are made on first use.
 *
 * @param url `sqlite:<file>`, `sqlite::memory:` or `postgres://user:password@host/database`.
 * @throws Error naming the accepted forms when `url` is none of them.
 */
export function petstoreDataSource(url = defaultDatabaseUrl): DataSource {
  return new DataSource({ ...driverOptions(url), entities: [User, Pet], synchronize: true });
}

function driverOptions(url: string): DataSourceOptions {
  const colon = url.indexOf(':');
  const scheme = url.slice(0, Math.max(colon, 0));
  const rest = url.slice(colon + 1);
  if (scheme === 'sqlite' && rest !== '') return sqliteOptions(rest);
  if ((scheme === 'postgres' || scheme === 'postgresql') && URL.canParse(url)) return postgresOptions(url);
  // The URL itself stays out of the message: it may hold a password.
  throw new Error(
    'DATABASE_URL must be sqlite:<file> or postgres://user:password@host/database; ' +
      `this one ${scheme === '' ? 'has no scheme' : `is not, and starts with ${scheme}:`}.`,
  );
}

function sqliteOptions(database: string): DataSourceOptions {
  // better-sqlite3 waits for a foreign lock on the event loop: the wait must be short.
  return { type: 'better-sqlite3', database, enableWAL: true, timeout: 50 };
}

function postgresOptions(url: string): DataSourceOptions {
  const limits = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000, lock_timeout: 5_000 };
  return { type: 'postgres', url, extra: limits };
}
