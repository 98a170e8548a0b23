// One word for all that the tables hold: two digests differ when a row does.
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** The digest of all rows of all tables, join tables included. */
export async function tableDigest(dataSource: DataSource): Promise<string> {
  const hash = createHash('sha1');
  const { driver } = dataSource;
  for (const table of new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName))) {
    const rows = await dataSource.query<unknown[]>(`SELECT * FROM ${driver.escape(table)}`);
    hash.update(table).update(
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  }
  return hash.digest('base64');
}
