// The databases, and the URLs that name them.
export const databaseNames = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** MariaDB too, where decorest stands alone: the servers written by hand and the others do not know it. */
export const checkedDatabaseNames = [...databaseNames, 'mariadb'] as const;
export type CheckedDatabaseName = (typeof checkedDatabaseNames)[number];

/** Connections to PostgreSQL, the same number for all. */
export const poolSize = 8;

/** Set on every SQLite connection. */
export const sqlitePragmas: readonly string[] = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'foreign_keys = ON',
];

/** A database as its URL names it: `sqlite:<file>` or `postgres://...`; of contestants, which know no other. */
export function databaseNameOf(url: string): DatabaseName {
  return url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}

/** As `databaseNameOf`, for programs that stand on MariaDB as well: `mariadb://...`. */
export function checkedDatabaseNameOf(url: string): CheckedDatabaseName {
  return url.startsWith('mariadb:') ? 'mariadb' : databaseNameOf(url);
}

/** The file of a `sqlite:` URL. */
export function sqliteFileOf(url: string): string {
  return url.slice('sqlite:'.length);
}

/** The URL of the PostgreSQL server on which databases are created. */
export function postgresServer(): string {
  return process.env.DATABASE_URL_POSTGRES ?? 'postgres://postgres@localhost:5432/postgres';
}
