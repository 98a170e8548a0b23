// Entities on a database that has none of their tables: enough for a model and its document, and quick to open.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { driverNames, readServerUrl, type DatabaseName } from './test-database.js';

/** Calls `use` with a data source of the entities, which ends with it. */
export async function withoutTables<T>(
  database: DatabaseName,
  entities: NonNullable<DataSourceOptions['entities']>,
  use: (dataSource: DataSource) => T,
): Promise<T> {
  const isServed = database === 'postgres' || database === 'mariadb' || database === 'mysql';
  const place = isServed ? { url: readServerUrl(database) } : { database: ':memory:' };
  const options = { type: driverNames[database], entities, ...place };
  const dataSource = await new DataSource(options as DataSourceOptions).initialize();
  try {
    return use(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
