// The databases, and the URLs that name them.
export const databaseNames = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Those of the bench: SQLite twice, as a server sets it up and with the settings that it has by itself. */
export const benchDatabaseNames = [...databaseNames, 'sqlite-default'] as const;
export type BenchDatabaseName = (typeof benchDatabaseNames)[number];

/** MariaDB too, where decorest stands alone: the servers written by hand and the others do not know it. */
export const checkedDatabaseNames = [...databaseNames, 'mariadb'] as const;
export type CheckedDatabaseName = (typeof checkedDatabaseNames)[number];

/** Connections to PostgreSQL, the same number for all. */
export const poolSize = 8;

const sqlitePragmas = {
  sqlite: ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON'],
  'sqlite-default': ['journal_mode = DELETE', 'synchronous = FULL', 'foreign_keys = ON'],
} as const;

/** What is set on every SQLite connection of this URL. */
export function sqlitePragmasOf(url: string): readonly string[] {
  return sqlitePragmas[url.startsWith('sqlite-default:') ? 'sqlite-default' : 'sqlite'];
}

/**
 * A database as its URL names it: `sqlite:<file>`, `sqlite-default:<file>` or `postgres://...`; of contestants, which
 * know no other.
 */
export function databaseNameOf(url: string): DatabaseName {
  return /^sqlite(-default)?:/.test(url) ? 'sqlite' : 'postgres';
}

/** As `databaseNameOf`, for programs that stand on MariaDB as well: `mariadb://...`. */
export function checkedDatabaseNameOf(url: string): CheckedDatabaseName {
  return url.startsWith('mariadb:') ? 'mariadb' : databaseNameOf(url);
}

/** The file of a URL of SQLite. */
export function sqliteFileOf(url: string): string {
  return url.slice(url.indexOf(':') + 1);
}

/** The URL of the PostgreSQL server on which databases are created. */
export function postgresServer(): string {
  return process.env.DATABASE_URL_POSTGRES ?? 'postgres://postgres@localhost:5432/postgres';
}
