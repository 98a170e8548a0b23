// Whether a data source can be served at all.
import type { DataSource } from 'typeorm';
import type { SchemaProblems } from './schema-problems.js';

const supportedDatabases: readonly string[] = ['better-sqlite3', 'postgres'];

/** Reports a data source that is not initialised, of an untested database, or without entities. */
export function checkDataSource(dataSource: DataSource, problems: SchemaProblems): void {
  const report = (problem: string, remedy: string) => {
    problems.add({ entity: 'options', member: 'dataSource', problem, remedy });
  };
  if (!dataSource.isInitialized) {
    report('the data source is not initialised.', 'Await dataSource.initialize() before createApi().');
    return;
  }
  if (!supportedDatabases.includes(dataSource.options.type)) {
    const remedy = `Use ${supportedDatabases.join(' or ')}.`;
    report(`databases of type ${dataSource.options.type} are not tested.`, remedy);
  }
  if (dataSource.entityMetadatas.length === 0) {
    report('the data source has no entities.', 'Name classes in its option entities.');
  }
}
