// An empty database becomes that of the shop: what TypeORM synchronizes, the legacy tables, and checks.
import type { DataSource } from 'typeorm';
import { legacyTables } from './legacy/tables.js';

/** Leaves a database alone that has the tables. */
export async function install(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (await runner.hasTable('tbl_supplier')) return;
    await dataSource.synchronize();
    for (const statement of statementsFor(dataSource)) await runner.query(statement);
  } finally {
    await runner.release();
  }
}

function statementsFor(dataSource: DataSource): string[] {
  const { type } = dataSource.options;
  // TypeORM makes checks on the other databases only.
  const checks = type === 'mariadb' || type === 'mysql' ? checksOf(dataSource) : [];
  return [...(legacyTables[type] ?? []), ...checks];
}

function checksOf({ entityMetadatas }: DataSource): string[] {
  return entityMetadatas.flatMap(({ tablePath, checks }) =>
    checks.map(
      ({ name, expression }) => `ALTER TABLE ${tablePath} ADD CONSTRAINT ${name} CHECK (${expression})`,
    ),
  );
}
