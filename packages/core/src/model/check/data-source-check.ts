// Checks that a data source can be served, and identifies its database.
import type { DataSource } from 'typeorm';
import type { Settings } from '../../options.js';
import { engines, isDatabaseType, type DatabaseType, type Engine } from '../../vocabulary/database.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { checkDriver } from './driver-check.js';

/** Reports a data source that is not initialised, has an unsupported database, no entities, or no settings for the option. */
export function checkDataSource(
  dataSource: DataSource,
  settings: Pick<Settings, 'sessionSettings'>,
  problems: SchemaProblems,
): void {
  checkSessionSettings(dataSource, settings, problems);
  const report = (problem: string, remedy: string) => {
    problems.add({ entity: 'options', member: 'dataSource', problem, remedy });
  };
  if (!dataSource.isInitialized) {
    report('the data source is not initialised.', 'Await dataSource.initialize() before createApi().');
    return;
  }
  const type = findSupportedType(dataSource);
  if (type === undefined) {
    const remedy = `Use ${new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(engines))}.`;
    report(`databases of type ${dataSource.options.type} are not supported.`, remedy);
  } else checkDriver(dataSource, type, problems);
  if (hasNativeClient(dataSource)) {
    const remedy = 'Set the option nativeDriver: false, or remove pg-native.';
    report('pg-native cannot pipeline statements.', remedy);
  }
  if (dataSource.entityMetadatas.length === 0) {
    report('the data source has no entities.', 'List entity classes in its option entities.');
  }
}

/** Reports settings of requests for a database that has no row-level security to read them. */
function checkSessionSettings(
  dataSource: DataSource,
  { sessionSettings }: Pick<Settings, 'sessionSettings'>,
  problems: SchemaProblems,
): void {
  if (sessionSettings === null || dataSource.options.type === 'postgres') return;
  problems.add({
    entity: 'options',
    member: 'sessionSettings',
    problem: `databases of type ${dataSource.options.type} have no settings that end with a transaction.`,
    remedy: 'Use policies, created with policyFor(): the API adds their conditions to its statements.',
  });
}

/** The part of TypeORM's PostgreSQL driver that holds the module of node-postgres. */
interface PostgresModule {
  readonly postgres?: { readonly Client?: { readonly prototype: object } };
}

/** TypeORM uses pg-native if it is installed. Only its clients have this method. */
function hasNativeClient({ driver, options }: DataSource): boolean {
  if (options.type !== 'postgres') return false;
  const { postgres }: PostgresModule = driver as typeof driver & PostgresModule;
  return 'isConnected' in (postgres?.Client?.prototype ?? {});
}

/** The database of a data source. Throws if it is not supported. */
export function getDatabaseType(dataSource: DataSource): DatabaseType {
  const type = findSupportedType(dataSource);
  if (type === undefined) throw new Error(`${dataSource.options.type} is not supported.`);
  return type;
}

/** The engine of a data source; null if it is not supported. */
export function getEngine(dataSource: DataSource): Engine | null {
  const type = findSupportedType(dataSource);
  return type === undefined ? null : engines[type];
}

function findSupportedType({ options }: DataSource): DatabaseType | undefined {
  return isDatabaseType(options.type) ? options.type : undefined;
}
