// Prepared statements by hand, spelled alike on both databases: `?1`, `?2` are the values.
import {
  databaseNameOf,
  poolSize,
  sqliteFileOf,
  sqlitePragmasOf,
  type DatabaseName,
} from '../data/database.js';

export type Awaitable<T> = T | Promise<T>;
export type Run<Row> = (...values: readonly unknown[]) => Awaitable<Row[]>;

export interface Connection {
  readonly database: DatabaseName;
  /** Prepares a statement that returns rows; `name` is its name on PostgreSQL. */
  prepare<Row extends object>(name: string, sql: string): Run<Row>;
}

/** A value in a statement; its number is the first group. */
const numbered = /\?(\d+)/g;

/** Loads the one driver that is needed. */
export function connect(url: string): Promise<Connection> {
  return databaseNameOf(url) === 'sqlite' ? connectSqlite(url) : connectPostgres(url);
}

/** Runs both at once where the database has several connections. */
export async function both<A, B>(a: Awaitable<A>, b: Awaitable<B>): Promise<[A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b];
}

/** Named prepared statements on a pool of pg. */
async function connectPostgres(url: string): Promise<Connection> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: poolSize });
  return {
    database: 'postgres',
    prepare: <Row extends object>(name: string, sql: string): Run<Row> => {
      const text = sql.replace(numbered, '$$$1');
      return async (...values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
  };
}

/** Prepared statements on better-sqlite3. */
async function connectSqlite(url: string): Promise<Connection> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(sqliteFileOf(url));
  for (const pragma of sqlitePragmasOf(url)) database.pragma(pragma);
  return {
    database: 'sqlite',
    prepare: <Row extends object>(_name: string, sql: string): Run<Row> => {
      const statement = database.prepare<unknown[], Row>(sql.replace(numbered, '?'));
      const order = [...sql.matchAll(numbered)].map(([, number]) => Number(number) - 1);
      if (order.every((value, at) => value === at)) return (...values) => statement.all(...values);
      return (...values) => statement.all(...order.map((value) => values[value]));
    },
  };
}
