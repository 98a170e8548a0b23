// The template as a SQLite file in the temporary folder; a copy is a copy of the file.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sqliteFileOf, sqlitePragmas } from './database.js';
import type { DatabaseTemplate } from './fresh-database.js';
import { allRows, type TableRows, type Value } from './rows.js';
import { indexes, tablesOf } from './tables.js';

/** Fills the template. */
export function sqliteTemplate(pets: number, analysed: boolean): Promise<DatabaseTemplate> {
  const folder = mkdtempSync(join(tmpdir(), 'decorest-bench-'));
  const template = join(folder, 'template.sqlite');
  fill(template, pets, analysed);
  return Promise.resolve({
    copy: (name) => {
      const file = join(folder, `${name}.sqlite`);
      copyFileSync(template, file);
      return Promise.resolve(`sqlite:${file}`);
    },
    drop: (url) => {
      const file = sqliteFileOf(url);
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
      return Promise.resolve();
    },
    close: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
}

function fill(file: string, pets: number, analysed: boolean): void {
  const database = new Database(file);
  for (const pragma of sqlitePragmas) database.pragma(pragma);
  for (const table of tablesOf('sqlite')) database.exec(table);
  database.transaction(() => {
    for (const table of allRows(pets)) insert(database, table);
  })();
  for (const index of indexes) database.exec(index);
  if (analysed) database.exec('ANALYZE');
  database.close();
}

function insert(database: Database.Database, { table, columns, rows }: TableRows): void {
  const values = columns.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
  for (const row of rows) statement.run(row.map(stored));
}

/** SQLite keeps truth as 0 and 1, and TypeORM keeps instants there as text in UTC. */
function stored(value: Value): string | number | null {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  return typeof value === 'boolean' ? Number(value) : value;
}
