// A database for each size. They stay between the steps of a run, so that filling and measuring can be done at different times.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseName, postgresServer } from '../data/database.js';
import { withClient, withDatabase } from '../data/template.js';
import { fillOrders } from './fill-orders.js';

const folder = join(tmpdir(), 'decorest-growth');

export function urlOf(database: DatabaseName, size: number): string {
  if (database === 'sqlite') return `sqlite:${fileOf(size)}`;
  return withDatabase(postgresServer(), nameOf(size));
}

/** Makes and fills the database, if it is not there. */
export async function createGrowthDatabase(database: DatabaseName, size: number): Promise<void> {
  if (await isThere(database, size)) return;
  if (database === 'sqlite') mkdirSync(folder, { recursive: true });
  else await askServer(`CREATE DATABASE ${nameOf(size)} TEMPLATE template0`);
  try {
    await fillOrders(urlOf(database, size), size);
  } catch (error) {
    await dropGrowthDatabase(database, size);
    throw error;
  }
}

export async function dropGrowthDatabase(database: DatabaseName, size: number): Promise<void> {
  if (database === 'postgres') await askServer(`DROP DATABASE IF EXISTS ${nameOf(size)} WITH (FORCE)`);
  else for (const end of ['', '-wal', '-shm']) rmSync(fileOf(size) + end, { force: true });
}

/** Rows and indexes, in bytes. */
export async function measureDatabase(database: DatabaseName, size: number): Promise<number> {
  if (database === 'sqlite') return statSync(fileOf(size)).size;
  return Number(await askServer(`SELECT pg_database_size('${nameOf(size)}') AS answer`));
}

async function isThere(database: DatabaseName, size: number): Promise<boolean> {
  if (database === 'sqlite') return existsSync(fileOf(size));
  const found = await askServer(`SELECT 1 AS answer FROM pg_database WHERE datname = '${nameOf(size)}'`);
  return found !== undefined;
}

function fileOf(size: number): string {
  return join(folder, `growth-${size}.sqlite`);
}

function nameOf(size: number): string {
  return `decorest_growth_${size}`;
}

/** The column `answer` of the first row. */
async function askServer(sql: string): Promise<unknown> {
  let answer: unknown;
  await withClient(postgresServer(), async (client) => {
    const { rows } = await client.query<{ answer?: unknown }>(sql);
    answer = rows[0]?.answer;
  });
  return answer;
}
