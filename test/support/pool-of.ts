// Another pool of connections to a test's database, of a size that the test chooses.
import { DataSource } from 'typeorm';
import type { TestDatabase } from './test-database.js';

/** The caller destroys it. */
export async function openPool({ dataSource: { options } }: TestDatabase, size: number): Promise<DataSource> {
  const another = { ...options, poolSize: size, synchronize: false } as DataSource['options'];
  return new DataSource(another).initialize();
}
