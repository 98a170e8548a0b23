// The template as a PostgreSQL database; a copy is `CREATE DATABASE ... TEMPLATE`.
import { Client } from 'pg';
import type { DatabaseTemplate } from './fresh-database.js';
import { allRows, type TableRows } from './rows.js';
import { indexes, tablesOf } from './tables.js';

const defaultServer = 'postgres://postgres@localhost:5432/postgres';
const rowsPerInsert = 500;

/** Templates of this process so far: each has names of its own. */
let templates = 0;

/** Fills the template on the server of `DATABASE_URL_POSTGRES`. */
export async function postgresTemplate(pets: number): Promise<DatabaseTemplate> {
  const server = process.env.DATABASE_URL_POSTGRES ?? defaultServer;
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
  await withClient(urlOf(server, template), (client) => fill(client, pets));
  return {
    copy: async (name) => {
      const copy = `${prefix}_${name.toLowerCase()}`;
      await make(copy, template);
      return urlOf(server, copy);
    },
    drop: (url) => dropDatabase(new URL(url).pathname.slice(1)),
    close: async () => {
      for (const name of [...made]) await dropDatabase(name);
    },
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, pets: number): Promise<void> {
  for (const table of tablesOf('postgres')) await client.query(table);
  for (const table of allRows(pets)) await insert(client, table);
  for (const index of indexes) await client.query(index);
  await client.query('VACUUM ANALYZE');
}

async function insert(client: Client, { table, columns, rows }: TableRows): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const some = rows.slice(at, at + rowsPerInsert);
    const tuples = some.map(
      (row, n) => `(${row.map((_, m) => `$${n * columns.length + m + 1}`).join(', ')})`,
    );
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`;
    await client.query(sql, some.flat());
  }
}
