// The different texts that a database is given, without their values.
import type { Database } from 'better-sqlite3';
import type { TestDatabase } from '../support/test-database.js';

/** The texts of all statements that the work makes. */
export function statementsOf(database: TestDatabase, work: () => Promise<void>): Promise<Set<string>> {
  return database.name === 'sqlite' ? recordedBySqlite(database, work) : recordedByDriver(database, work);
}

/**
 * Those that read rows for an answer: no transactions and their settings, no totals of their own, nothing that tells whether
 * totals hold.
 */
export function readsAmong(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].filter(
    (text) =>
      text.startsWith('SELECT') &&
      !/^SELECT (\(SELECT COUNT|pg_backend_pid|set_config)|schema_version|sqlite_schema/.test(text),
  );
}

async function recordedByDriver(
  { statements }: TestDatabase,
  work: () => Promise<void>,
): Promise<Set<string>> {
  statements.clear();
  await work();
  // What is sent together is recorded together.
  return new Set(statements.texts.flatMap((text) => text.split('; ')));
}

/**
 * better-sqlite3 reports statements with their values written into them. So: what it is asked to prepare, and what
 * the executor says it runs again.
 */
async function recordedBySqlite(
  { dataSource }: TestDatabase,
  work: () => Promise<void>,
): Promise<Set<string>> {
  const connection = (dataSource.driver as unknown as { databaseConnection: Database }).databaseConnection;
  const prepared = jest.spyOn(connection, 'prepare');
  const run = jest.spyOn(dataSource.logger, 'logQuery');
  await work();
  const texts = [...prepared.mock.calls, ...run.mock.calls].map(([text]) => text);
  prepared.mockRestore();
  run.mockRestore();
  return new Set(texts);
}
