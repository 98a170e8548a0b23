// Runs statements on connections of sqlite3. No statement stays prepared: the driver cannot close a connection with open
// statements.
import type { Database } from 'sqlite3';
import type { DataSource } from 'typeorm';
import type { Row } from '../../sql/row-renderer.js';
import { BoundedRows, estimateBytes } from '../bounded-rows.js';
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
    if (!returnsRows) return runChange(database, text, call.parameters);
    return call.statement.isLarge ? fetchUpTo(database, call, maxBytes) : fetchRows(database, call);
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
type RowObject = Readonly<Record<string, unknown>>;

function fetchRows(
  database: Database,
  { statement: { text }, parameters }: BoundStatement,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    database.all<RowObject>(text, parameters, (error, objects) => {
      if (error) {
        noteErrorOfRead(error, text);
        reject(error);
      } else resolve({ rows: objects.map((object) => Object.values(object)), affected: objects.length });
    });
  });
}

/** Reads row by row: `all` would hold all rows, however many there are, before the first is seen. */
function fetchUpTo(
  database: Database,
  { statement: { text }, parameters }: BoundStatement,
  maxBytes: number,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const kept = new BoundedRows<Row>(maxBytes);
    const fail = (error: Error) => {
      noteErrorOfRead(error, text);
      reject(error);
    };
    const statement = database.prepare(text, parameters, (error: Error | null) => {
      if (error) fail(error);
      else readNext();
    });
    const end = (error: Error | null) =>
      statement.finalize(() => {
        if (error) fail(error);
        else resolve(kept.toResult());
      });
    const readNext = () =>
      statement.get<RowObject>((error: Error | null, object?: RowObject) => {
        const row = object && Object.values(object);
        if (!error && row && kept.add(row, estimateBytes(row))) readNext();
        else end(error);
      });
  });
}
