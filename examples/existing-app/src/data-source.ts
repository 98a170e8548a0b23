// DATABASE_URL -> TypeORM data source. Opens nothing.
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Entry } from './entities/entry.js';
import { Member } from './entities/member.js';
import { Project } from './entities/project.js';
import { Team } from './entities/team.js';
import { Tables1735689600000 } from './migrations/1735689600000-tables.js';
import { CustomersAndArchive1751328000000 } from './migrations/1751328000000-customers-and-archive.js';
import { SnakeCaseNames } from './naming.js';

/**
 * Not yet initialised; migrations run when it is.
 *
 * @param url `sqlite:<file>`, `sqlite::memory:` or `postgres://user:password@host/database`.
 */
export function dataSourceOf(url: string): DataSource {
  return new DataSource({
    ...driverOptions(url),
    entities: [Team, Member, Project, Entry],
    namingStrategy: new SnakeCaseNames(),
    migrations: [Tables1735689600000, CustomersAndArchive1751328000000],
    migrationsRun: true,
    synchronize: false,
  });
}

function driverOptions(url: string): DataSourceOptions {
  if (/^postgres(ql)?:/.test(url)) return { type: 'postgres', url };
  if (/^sqlite:./.test(url)) {
    return { type: 'better-sqlite3', database: url.slice('sqlite:'.length), enableWAL: true, timeout: 50 };
  }
  // The URL itself stays out of the message: it may hold a password.
  throw new Error('DATABASE_URL must be sqlite:<file> or postgres://user:password@host/database.');
}
