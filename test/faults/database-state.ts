// All rows of all tables as one text, to be compared.
import type { DataSource } from 'typeorm';

/** Rows in no order; of a date of deletion only that there is one, of a new row's id only that it is new. */
export async function databaseState(dataSource: DataSource, lastId: number): Promise<string> {
  const tables = [...new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName))].sort();
  const states: string[] = [];
  for (const table of tables) {
    const rows = await dataSource.query<object[]>(`SELECT * FROM ${dataSource.driver.escape(table)}`);
    const texts = rows.map((row) => JSON.stringify(row, (key, value) => comparable(key, value, lastId)));
    states.push([`${table}:`, ...texts.sort()].join('\n'));
  }
  return states.join('\n');
}

function comparable(key: string, value: unknown, lastId: number): unknown {
  if (key === 'deletedAt' && value !== null) return 'deleted';
  return /(^id|Id)$/.test(key) && Number(value) > lastId ? 'new' : value;
}
