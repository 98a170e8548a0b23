// Prepared statements by hand, spelled alike on both databases: `?1`, `?2` are the values.
import { databaseNameOf, sqliteFileOf, type DatabaseName } from '../data/database.js';

export type Awaitable<T> = T | Promise<T>;
export type Run<Row> = (...values: readonly unknown[]) => Awaitable<Row[]>;

export interface Connection {
  readonly database: DatabaseName;
  /** Prepares a statement that answers rows; `name` is its name on PostgreSQL. */
  prepare<Row extends object>(name: string, sql: string): Run<Row>;
}

/** A value in a statement; its number is the first group. */
export const numbered = /\?(\d+)/g;

/** Loads the one driver that is needed. */
export async function connect(url: string): Promise<Connection> {
  if (databaseNameOf(url) === 'sqlite')
    return (await import('./sqlite-connection.js')).connectSqlite(sqliteFileOf(url));
  return (await import('./postgres-connection.js')).connectPostgres(url);
}

/** Both at once where the database holds several connections. */
export async function both<A, B>(a: Awaitable<A>, b: Awaitable<B>): Promise<[A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b];
}
