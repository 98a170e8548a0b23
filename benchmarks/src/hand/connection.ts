// Prepared statements by hand, spelled alike on both databases: `?1`, `?2` are the values.
import type { Pool } from 'pg';
import {
  type DatabaseName,
  databaseNameOf,
  poolSize,
  sqliteFileOf,
  sqlitePragmasOf,
} from '../data/database.js';

export type Awaitable<T> = T | Promise<T>;
export type Run<Result> = (...values: readonly unknown[]) => Awaitable<Result>;

export interface Connection {
  readonly database: DatabaseName;
  /** Prepares a statement that returns rows as objects; `name` is its name on PostgreSQL. */
  prepare<Row extends object>(name: string, sql: string): Run<Row[]>;
  /** Prepares a statement that returns one row, as an array of its values, or none. */
  prepareOne<Row extends readonly unknown[]>(name: string, sql: string): Run<Row | undefined>;
  /** Prepares a statement that returns rows as arrays of their values. */
  prepareMany<Row extends readonly unknown[]>(name: string, sql: string): Run<Row[]>;
}

/** A value in a statement; its number is the first group. */
const numbered = /\?(\d+)/g;

/** Loads the one driver that is needed. */
export function connect(url: string): Promise<Connection> {
  return databaseNameOf(url) === 'sqlite' ? connectSqlite(url) : connectPostgres(url);
}

/** Goes on at once where the driver is synchronous. */
export function whenDone<A, B>(result: Awaitable<A>, next: (result: A) => Awaitable<B>): Awaitable<B> {
  return result instanceof Promise ? result.then(next) : next(result);
}

/** Named prepared statements on a pool of pg. Without an idle timeout the pool sets no timer for each statement. */
async function connectPostgres(url: string): Promise<Connection> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: poolSize, idleTimeoutMillis: 0 });
  return {
    database: 'postgres',
    prepare: <Row extends object>(name: string, sql: string): Run<Row[]> => {
      const text = sql.replace(numbered, '$$$1');
      return async (...values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
    prepareOne: <Row extends readonly unknown[]>(name: string, sql: string): Run<Row | undefined> => {
      const run = prepareArrays<Row>(pool, name, sql);
      return async (...values) => (await run(...values))[0];
    },
    prepareMany: (name, sql) => prepareArrays(pool, name, sql),
  };
}

function prepareArrays<Row extends readonly unknown[]>(pool: Pool, name: string, sql: string): Run<Row[]> {
  const text = sql.replace(numbered, '$$$1');
  return async (...values) => {
    const { rows } = await pool.query<Row[]>({ name, text, values: [...values], rowMode: 'array' });
    // To the types of pg a row is an array that may change.
    return rows as unknown[] as Row[];
  };
}

/** Prepared statements on better-sqlite3. */
async function connectSqlite(url: string): Promise<Connection> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(sqliteFileOf(url));
  for (const pragma of sqlitePragmasOf(url)) database.pragma(pragma);
  return {
    database: 'sqlite',
    prepare: <Row extends object>(_name: string, sql: string): Run<Row[]> => {
      const statement = database.prepare<unknown[], Row>(sql.replace(numbered, '?'));
      const place = placesIn(sql);
      return (...values) => statement.all(...place(values));
    },
    prepareOne: <Row extends readonly unknown[]>(_name: string, sql: string): Run<Row | undefined> => {
      const statement = database.prepare<unknown[], Row>(sql.replace(numbered, '?')).raw();
      const place = placesIn(sql);
      // After get(), a statement with RETURNING is not finished, and the log of writes grows without a checkpoint.
      return (...values) => statement.all(...place(values))[0];
    },
    prepareMany: <Row extends readonly unknown[]>(_name: string, sql: string): Run<Row[]> => {
      const statement = database.prepare<unknown[], Row>(sql.replace(numbered, '?')).raw();
      const place = placesIn(sql);
      return (...values) => statement.all(...place(values));
    },
  };
}

/** better-sqlite3 takes values by their place in the statement only. */
function placesIn(sql: string): (values: readonly unknown[]) => readonly unknown[] {
  const order = [...sql.matchAll(numbered)].map(([, number]) => Number(number) - 1);
  return order.every((value, at) => value === at)
    ? (values) => values
    : (values) => order.map((value) => values[value]);
}
