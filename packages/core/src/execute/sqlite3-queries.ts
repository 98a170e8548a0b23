// Runs statements on connections of sqlite3. No statement stays prepared: the driver cannot close a connection with open
// statements.
import type { Database } from 'sqlite3';
import type { DataSource } from 'typeorm';
import { readWithin } from './rows-within.js';
import type { SnapshotCalls } from './executor.js';
import type { Answer, StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

/** Runs one statement. */
export type RunStatement = (database: Database, call: StatementCall) => Promise<Answer>;

/** At most `maxBytes` of the rows of a statement are kept. */
export function sqlite3Queries({ logger }: DataSource, maxBytes: number): RunStatement {
  return (database, call) => {
    const { text } = call.statement;
    logger.logQuery(text, call.parameters);
    const returnsRows = text.startsWith('SELECT') || text.includes(' RETURNING ');
    return returnsRows ? rowsOf(database, call, maxBytes) : runChange(database, text, call.parameters);
  };
}

/** Runs the statements of a read one after the other. */
export async function readInTurn(
  run: RunStatement,
  database: Database,
  { first, further }: SnapshotCalls,
): Promise<readonly Answer[]> {
  const answer = await run(database, first);
  const answers = [answer];
  for (const call of further(answer)) answers.push(await run(database, call));
  return answers;
}

/** The same in one transaction. Nothing else may use the connection meanwhile. */
export function readInTransaction(
  run: RunStatement,
  database: Database,
  calls: SnapshotCalls,
): Promise<readonly Answer[]> {
  return transact(transactionsOn(database, 'BEGIN'), () => readInTurn(run, database, calls));
}

/** A write begins with IMMEDIATE, to take its lock before it reads. A failed rollback is ignored: some errors roll back. */
export function transactionsOn(database: Database, begin: string): Transactions {
  return { begin, run: (sql) => runChange(database, sql, []), spoil: () => undefined };
}

/** Runs a statement that returns no rows. */
export function runChange(database: Database, text: string, parameters: readonly unknown[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    database.run(text, parameters, function (error) {
      if (error) reject(error);
      else resolve({ rows: [], affected: this.changes });
    });
  });
}

/** The driver returns objects. Column names are unique within a statement, so the values of an object are the row. */
function rowsOf(
  database: Database,
  { statement: { text }, parameters }: StatementCall,
  maxBytes: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    database.all<Readonly<Record<string, unknown>>>(text, parameters, (error, objects) => {
      if (error) reject(error);
      else
        resolve(
          readWithin(
            maxBytes,
            objects.map((object) => Object.values(object)),
          ),
        );
    });
  });
}
