// Fills a database with orders, and with customers for every ten of them.
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { fillTables } from '../data/fill-tables.js';
import { driverOptions } from '../typeorm/driver-options.js';
import { growthEntities } from './entities.js';

interface NamedIndex {
  readonly name: string;
  readonly sql: string;
}

/**
 * The indexes are made after the rows, each in one pass. One row at a time they would be written in random order, which at ten
 * million rows takes many times as long. Foreign keys are right by the way the rows are made, and are not checked.
 */
export async function fillOrders(url: string, size: number): Promise<void> {
  const dataSource = new DataSource({ ...fillingOptions(url), entities: growthEntities });
  await dataSource.initialize();
  try {
    await dataSource.synchronize();
    const isPostgres = dataSource.options.type === 'postgres';
    if (!isPostgres) await dataSource.query('PRAGMA foreign_keys = OFF');
    const indexes = await listIndexes(dataSource);
    for (const { name } of indexes) await dataSource.query(`DROP INDEX "${name}"`);
    await fillTables(dataSource, size, false);
    for (const { sql } of indexes) await dataSource.query(sql);
    // As a database that has been there for a while: with statistics, and cleaned up.
    await dataSource.query(isPostgres ? 'VACUUM ANALYZE' : 'ANALYZE');
    await dataSource.query(isPostgres ? 'CHECKPOINT' : 'PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await dataSource.destroy();
  }
}

function fillingOptions(url: string): ReturnType<typeof driverOptions> {
  const options = driverOptions(url);
  if (options.type !== 'postgres') return options;
  const settings = '-c session_replication_role=replica -c maintenance_work_mem=512MB';
  return { ...options, extra: { options: settings } };
}

/** Those that no constraint made. */
function listIndexes(dataSource: DataSource): Promise<NamedIndex[]> {
  return dataSource.query(
    dataSource.options.type === 'postgres'
      ? `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
          WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`
      : `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
  );
}
