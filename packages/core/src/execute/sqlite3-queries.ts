// Runs statements on connections of sqlite3. Nothing stays prepared: the driver could not close a connection with open
// statements.
import type { Database } from 'sqlite3';
import type { DataSource } from 'typeorm';
import { readWithin } from './rows-within.js';
import type { SnapshotCalls } from './executor.js';
import type { Answer, StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

/** Runs one statement. */
export type RunStatement = (database: Database, call: StatementCall) => Promise<Answer>;

/** Of the rows of a statement no more than `maxBytes` are kept. */
export function sqlite3Queries({ logger }: DataSource, maxBytes: number): RunStatement {
  return (database, call) => {
    const { text } = call.statement;
    logger.logQuery(text, call.parameters);
    const returnsRows = text.startsWith('SELECT') || text.includes(' RETURNING ');
    return returnsRows ? rowsOf(database, call, maxBytes) : runChange(database, text, call.parameters);
  };
}

/** Runs the statements of a read. */
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

/** The same in one transaction, on a connection that nothing else uses. */
export function readInTransaction(
  run: RunStatement,
  database: Database,
  calls: SnapshotCalls,
): Promise<readonly Answer[]> {
  return transact(transactionsOn(database, 'BEGIN'), () => readInTurn(run, database, calls));
}

/** A transaction that writes begins IMMEDIATE: it takes its lock before it reads. Some errors end it by themselves. */
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

/** The driver makes objects. No two columns of a statement of ours have one name: their values are the row. */
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
