// One word for all that the tables hold: two digests differ when a row does.
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { speaksMysql, type TestDatabase } from '../support/test-database.js';

/** The digest of all rows of all tables, join tables included. Servers work it out themselves. */
export async function tableDigest({ name, dataSource }: TestDatabase): Promise<string> {
  const tables = [...new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName))];
  const quoted = tables.map((table) => dataSource.driver.escape(table));
  const rows = speaksMysql(name)
    ? await checksums(dataSource, quoted)
    : await each(dataSource, quoted, ofTable[name]);
  return createHash('sha1').update(JSON.stringify(rows)).digest('base64');
}

/** What tells the rows of a table. */
const ofTable = {
  sqlite: allRows,
  sqlite3: allRows,
  postgres: (table: string) => `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} t`,
};

function allRows(table: string): string {
  return `SELECT * FROM ${table} ORDER BY 1, 2`;
}

function checksums(dataSource: DataSource, tables: readonly string[]): Promise<unknown> {
  return dataSource.query(`CHECKSUM TABLE ${tables.join(', ')}`);
}

async function each(dataSource: DataSource, tables: readonly string[], query: (table: string) => string) {
  const found: unknown[] = [];
  for (const table of tables) found.push(await dataSource.query(query(table)));
  return found;
}
