// Statements that detect changes of an SQLite database.
import { fixedStatement } from './statement.js';

/**
 * Changes with every write: to the schema, by another connection, by this one. The last column is 1 if the database is a single
 * file: writes to attached files and temporary tables cannot be detected. (ALTER TABLE leaves an empty temporary schema.)
 */
export const databaseState = fixedStatement(
  "SELECT schema_version, data_version, total_changes(), (SELECT COUNT(*) FROM pragma_database_list WHERE name <> 'temp') + (SELECT COUNT(*) FROM sqlite_temp_master) FROM pragma_schema_version, pragma_data_version",
);

/** Changes with every write by another connection: the second column of `databaseState`, at less cost. */
export const writesOfOthers = fixedStatement('PRAGMA data_version');

/** Sources that may change without a write to this database: a view with the clock, a virtual table with its own source. */
export const silentSources = fixedStatement(
  "SELECT 1 FROM sqlite_schema WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1",
);
