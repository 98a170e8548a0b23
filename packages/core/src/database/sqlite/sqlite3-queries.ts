// Runs statements on connections of sqlite3. No statement stays prepared: the driver cannot close a connection with open
// statements.
import type { Database } from 'sqlite3';
import type { DataSource } from 'typeorm';
import { readBounded } from '../bounded-rows.js';
import { noteErrorOfRead } from '../../execute/database-error.js';
import type { SnapshotRead } from '../../execute/executor.js';
import type { QueryResult, BoundStatement } from '../../execute/script.js';
import { readInOrder } from '../run-script.js';
import { runInTransaction, type TransactionControl } from '../transaction.js';

/** Runs one statement. */
export type RunStatement = (database: Database, call: BoundStatement) => Promise<QueryResult>;

/** At most `maxBytes` of the rows of a statement are kept. */
export function createSqlite3Runner({ logger }: DataSource, maxBytes: number): RunStatement {
  return (database, call) => {
    const { text } = call.statement;
    logger.logQuery(text, call.parameters);
    const returnsRows = text.startsWith('SELECT') || text.includes(' RETURNING ');
    return returnsRows ? fetchRows(database, call, maxBytes) : runChange(database, text, call.parameters);
  };
}

/** Runs the statements of a read in one transaction. Nothing else may use the connection meanwhile. */
export function readInTransaction(
  run: RunStatement,
  database: Database,
  calls: SnapshotRead,
): Promise<readonly QueryResult[]> {
  return runInTransaction(createTransactionControl(database), () =>
    readInOrder(calls, (call) => run(database, call)),
  );
}

/** A failed rollback is ignored: some errors roll back. */
function createTransactionControl(database: Database): TransactionControl {
  const run = (sql: string) => runChange(database, sql, []);
  return { begin: 'BEGIN', run, commit: () => run('COMMIT'), markBroken: () => undefined };
}

/** Runs a statement that returns no rows. */
export function runChange(
  database: Database,
  text: string,
  parameters: readonly unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    database.run(text, parameters, function (error) {
      if (error) reject(error);
      else resolve({ rows: [], affected: this.changes });
    });
  });
}

/** The driver returns objects. Column names are unique within a statement, so the values of an object are the row. */
function fetchRows(
  database: Database,
  { statement: { text }, parameters }: BoundStatement,
  maxBytes: number,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    database.all<Readonly<Record<string, unknown>>>(text, parameters, (error, objects) => {
      if (error) {
        noteErrorOfRead(error, text);
        reject(error);
      } else
        resolve(
          readBounded(
            maxBytes,
            objects.map((object) => Object.values(object)),
          ),
        );
    });
  });
}
