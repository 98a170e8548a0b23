// What SQLite tells of changes to its database.
import { fixedStatement } from './statement.js';

/**
 * Changes with every write: of the schema, of another connection, of this one. The last column is 1 for a file alone: other
 * files and temporary tables change without a sign. (ALTER TABLE leaves an empty temporary schema behind.)
 */
export const databaseState = fixedStatement(
  "SELECT schema_version, data_version, total_changes(), (SELECT COUNT(*) FROM pragma_database_list WHERE name <> 'temp') + (SELECT COUNT(*) FROM sqlite_temp_master) FROM pragma_schema_version, pragma_data_version",
);

/** The second column of `databaseState` alone, which changes with every write of another connection. Costs less. */
export const writesOfOthers = fixedStatement('PRAGMA data_version');

/** What may change without a sign: a view with the clock, a virtual table with whatever is behind it. */
export const silentSources = fixedStatement(
  "SELECT 1 FROM sqlite_schema WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1",
);
