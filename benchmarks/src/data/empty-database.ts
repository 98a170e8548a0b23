// An empty database of a check's own: a SQLite file, or a database on the servers that the environment names.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { Client } from 'pg';
import type { CheckedDatabaseName } from './database.js';

export interface EmptyDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const defaultServers = {
  postgres: 'postgres://postgres@localhost:5432/postgres',
  mariadb: 'mariadb://root@127.0.0.1:3306/test',
} as const;

/** Databases of this process so far: each has a name of its own. */
let databases = 0;

export async function emptyDatabase(database: CheckedDatabaseName): Promise<EmptyDatabase> {
  if (database === 'sqlite') return sqliteFile();
  const name = `decorest_check_${process.pid}_${(databases += 1)}`;
  if (database === 'postgres') {
    const server = process.env.DATABASE_URL_POSTGRES ?? defaultServers.postgres;
    await onPostgres(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    const drop = () => onPostgres(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    return { url: withDatabase(server, name), drop };
  }
  const server = process.env.DATABASE_URL_MARIADB ?? defaultServers.mariadb;
  // Text is compared by its code points, as the other databases do it.
  await onMariadb(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin`);
  return {
    url: withDatabase(server.replace(/^mysql:/, 'mariadb:'), name),
    drop: () => onMariadb(server, `DROP DATABASE IF EXISTS ${name}`),
  };
}

function sqliteFile(): EmptyDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'decorest-check-'));
  const drop = () => {
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  };
  return { url: `sqlite:${join(folder, 'check.sqlite')}`, drop };
}

function withDatabase(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onPostgres(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function onMariadb(server: string, sql: string): Promise<void> {
  const connection = await mysql.createConnection(server.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
