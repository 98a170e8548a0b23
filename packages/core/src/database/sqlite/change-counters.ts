// Counters of changes to a SQLite database: they tell whether anything has been written since they were read.
import { createFixedStatement } from '../../sql/statement.js';
import { bindStatement, type BoundStatement, type QueryResult } from '../../execute/script.js';

/**
 * Changes with every write: to the schema, of another connection, of this one. The last column is 1 unless files are attached
 * or temporary tables exist: their changes are not reported. (ALTER TABLE leaves an empty temporary schema behind.)
 */
const changeCountersQuery = bindStatement(
  createFixedStatement(
    "SELECT schema_version, data_version, total_changes(), (SELECT COUNT(*) FROM pragma_database_list WHERE name <> 'temp') + (SELECT COUNT(*) FROM sqlite_temp_master) FROM pragma_schema_version, pragma_data_version",
  ),
  [],
);

/** Counters of changes to a database. */
export interface ChangeCounters {
  /** Differs after every change. */
  readonly text: string;
  readonly schema: unknown;
  /** Differs after every write of another connection. */
  readonly otherWrites: unknown;
}

/** The counters of the connection; undefined where changes may go unreported. */
export function* readChangeCounters(): Generator<BoundStatement, ChangeCounters | undefined, QueryResult> {
  const [row = []] = (yield changeCountersQuery).rows;
  const [schema, otherWrites] = row;
  return row.at(-1) === 1 ? { text: row.join(), schema, otherWrites } : undefined;
}
