// Databases for the checks: one with the tables and rows of an app, on SQLite, PostgreSQL or MariaDB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import type { CheckedAppName } from '../app-name.js';
import { type CheckedDatabaseName, postgresServer } from './database.js';
import { withClient, withDatabase } from './template.js';

/** Rows by number; or so many long texts. */
export type Filling =
  | {
      /** Parents are a tenth. */
      readonly children: number;
      /** The planner has statistics. */
      readonly analysed: boolean;
    }
  | Texts;

export interface Texts {
  readonly texts: readonly TextRow[];
}

/** A row of `texts`, or in the app `unindexed` a pet with a note. */
export interface TextRow {
  readonly pattern: string;
  /** The text is so many patterns. */
  readonly times: number;
  readonly rows: number;
  /** The parent, which is made with them; absent: none. */
  readonly parent?: number;
}

const program = fileURLToPath(new URL('./fill-program.js', import.meta.url));

/** @throws Error when the tables cannot be made or filled. */
export async function filledDatabase(
  database: CheckedDatabaseName,
  app: CheckedAppName,
  filling: Filling,
): Promise<EmptyDatabase> {
  const made = await emptyDatabase(database);
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...process.env,
      BENCH_APP: app,
      BENCH_DATABASE_URL: made.url,
      BENCH_FILLING: JSON.stringify(filling),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return made;
  await made.drop();
  throw new Error(`The database of ${app} on ${database} could not be filled.`);
}

export interface EmptyDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Databases of this process so far: each has a name of its own. */
let databases = 0;

export async function emptyDatabase(database: CheckedDatabaseName): Promise<EmptyDatabase> {
  if (database === 'sqlite') return sqliteFile();
  const name = `decorest_check_${process.pid}_${(databases += 1)}`;
  if (database === 'postgres') {
    const server = postgresServer();
    const run = (sql: string) => withClient(server, (client) => client.query(sql));
    await run(`CREATE DATABASE ${name} TEMPLATE template0`);
    const drop = () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    return { url: withDatabase(server, name), drop };
  }
  const server = process.env.DATABASE_URL_MARIADB ?? 'mariadb://root@127.0.0.1:3306/test';
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

async function onMariadb(server: string, sql: string): Promise<void> {
  const connection = await mysql.createConnection(server.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
