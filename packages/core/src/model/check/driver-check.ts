// Checks that the driver of a data source is recent enough, by the release that TypeORM has loaded.
import type { DataSource } from 'typeorm';
import type { DatabaseType } from '../../vocabulary/database.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import modules from './loaded-version.cjs';

/** The package of a driver, the property of TypeORM's driver that holds its module, and its oldest release that we support. */
interface DriverPackage {
  readonly name: string;
  readonly property: string;
  readonly least: string;
}

const mysql: DriverPackage = { name: 'mysql2', property: 'mysql', least: '3.0.1' };

/** The same releases as the optional peers in package.json. */
export const driverPackages: Readonly<Record<DatabaseType, DriverPackage>> = {
  'better-sqlite3': { name: 'better-sqlite3', property: 'sqlite', least: '9.0.0' },
  sqlite: { name: 'sqlite3', property: 'sqlite', least: '5.0.3' },
  // The first that has utils.prepareValue.
  postgres: { name: 'pg', property: 'postgres', least: '8.15.0' },
  mariadb: mysql,
  mysql,
};

/** Reports a driver that is too old, before something that it lacks is missing somewhere. */
export function checkDriver(dataSource: DataSource, type: DatabaseType, problems: SchemaProblems): void {
  const { name, property, least } = driverPackages[type];
  const found = modules.loadedVersion(name, Reflect.get(dataSource.driver, property));
  if (found === undefined || !isOlder(found, least)) return;
  problems.add({
    entity: 'options',
    member: 'dataSource',
    problem: `the driver ${name} ${found} is too old: decorest needs ${least} or newer.`,
    remedy: `Run npm install ${name}@^${least}.`,
  });
}

/** Compares `major.minor.patch`; a pre-release counts as its release. */
function isOlder(found: string, least: string): boolean {
  const [own, needed] = [found, least].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const at = needed?.findIndex((number, place) => number !== own?.[place]) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (needed?.[at] ?? 0);
}
