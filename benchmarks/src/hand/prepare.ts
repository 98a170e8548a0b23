// Prepared statements by hand, spelled alike on both databases: `?1`, `?2` are the values.
import Database from 'better-sqlite3';
import { Pool } from 'pg';
import {
  databaseNameOf,
  poolSize,
  sqliteFileOf,
  sqlitePragmas,
  type DatabaseName,
} from '../data/database.js';

export type Awaitable<T> = T | Promise<T>;
export type Run<Row> = (...values: readonly unknown[]) => Awaitable<Row[]>;

export interface Connection {
  readonly database: DatabaseName;
  /** Prepares a statement that answers rows; `name` is its name on PostgreSQL. */
  prepare<Row extends object>(name: string, sql: string): Run<Row>;
}

const numbered = /\?(\d+)/g;

export function connect(url: string): Connection {
  return databaseNameOf(url) === 'sqlite' ? connectSqlite(sqliteFileOf(url)) : connectPostgres(url);
}

function connectSqlite(file: string): Connection {
  const database = new Database(file);
  for (const pragma of sqlitePragmas) database.pragma(pragma);
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

function connectPostgres(url: string): Connection {
  const pool = new Pool({ connectionString: url, max: poolSize });
  return {
    database: 'postgres',
    prepare: <Row extends object>(name: string, sql: string): Run<Row> => {
      const text = sql.replace(numbered, '$$$1');
      return async (...values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
  };
}

/** Both at once where the database holds several connections. */
export async function both<A, B>(a: Awaitable<A>, b: Awaitable<B>): Promise<[A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b];
}
