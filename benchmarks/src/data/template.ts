// A database that is filled once, and identical copies of it for the contestants.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { type BenchDatabaseName, postgresServer, sqliteFileOf, sqlitePragmasOf } from './database.js';
import { allRows, indexes, type TableRows, tablesOf } from './petstore.js';

export interface DatabaseTemplate {
  /** Makes a copy and returns its URL. */
  copy(name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Removes the template and the copies that are left. */
  close(): Promise<void>;
}

/** `analysed`: SQLite has planner statistics, which it makes only on request. PostgreSQL makes its own. */
export function databaseTemplate(database: BenchDatabaseName, analysed = true): Promise<DatabaseTemplate> {
  return database === 'postgres' ? createPostgresTemplate() : createSqliteTemplate(database, analysed);
}

/** A SQLite file in the temporary folder; a copy is a copy of the file. */
function createSqliteTemplate(
  scheme: Exclude<BenchDatabaseName, 'postgres'>,
  analysed: boolean,
): Promise<DatabaseTemplate> {
  const folder = mkdtempSync(join(tmpdir(), 'decorest-bench-'));
  const template = join(folder, 'template.sqlite');
  fillSqlite(`${scheme}:${template}`, analysed);
  return Promise.resolve({
    copy: (name) => {
      const file = join(folder, `${name}.sqlite`);
      copyFileSync(template, file);
      return Promise.resolve(`${scheme}:${file}`);
    },
    drop: (url) => {
      const file = sqliteFileOf(url);
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
      return Promise.resolve();
    },
    close: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
}

function fillSqlite(url: string, analysed: boolean): void {
  const database = new Database(sqliteFileOf(url));
  for (const pragma of sqlitePragmasOf(url)) database.pragma(pragma);
  for (const table of tablesOf('sqlite')) database.exec(table);
  database.transaction(() => {
    for (const table of allRows()) insertSqlite(database, table);
  })();
  for (const index of indexes) database.exec(index);
  if (analysed) database.exec('ANALYZE');
  database.close();
}

function insertSqlite(database: Database.Database, { table, columns, rows }: TableRows): void {
  const values = columns.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
  for (const row of rows) statement.run(row);
}

const rowsPerInsert = 500;

/** Templates of this process so far: each has names of its own. */
let templates = 0;

/** A database on the server of `DATABASE_URL_POSTGRES`; a copy is `CREATE DATABASE ... TEMPLATE`. */
async function createPostgresTemplate(): Promise<DatabaseTemplate> {
  const server = postgresServer();
  const prefix = `decorest_bench_${process.pid}_${(templates += 1)}`;
  const template = `${prefix}_template`;
  const made = new Set<string>();
  const onServer = (sql: string) => withClient(server, (client) => client.query(sql));
  const make = async (name: string, from: string) => {
    await onServer(`CREATE DATABASE ${name} TEMPLATE ${from}`);
    made.add(name);
  };
  const dropDatabase = async (name: string) => {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    made.delete(name);
  };
  await make(template, 'template1');
  await withClient(withDatabase(server, template), (client) => fillPostgres(client));
  return {
    copy: async (name) => {
      const copy = `${prefix}_${name.toLowerCase()}`;
      await make(copy, template);
      return withDatabase(server, copy);
    },
    drop: (url) => dropDatabase(new URL(url).pathname.slice(1)),
    close: async () => {
      for (const name of [...made]) await dropDatabase(name);
    },
  };
}

export function withDatabase(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function fillPostgres(client: Client): Promise<void> {
  for (const table of tablesOf('postgres')) await client.query(table);
  for (const table of allRows()) await insertPostgres(client, table);
  for (const index of indexes) await client.query(index);
  await client.query('VACUUM ANALYZE');
}

async function insertPostgres(client: Client, { table, columns, rows }: TableRows): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const some = rows.slice(at, at + rowsPerInsert);
    const tuples = some.map(
      (row, n) => `(${row.map((_, m) => `$${n * columns.length + m + 1}`).join(', ')})`,
    );
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`;
    await client.query(sql, some.flat());
  }
}
