// MySQL and MariaDB by mysql2: a pool of connections, or a cluster of pools; prepared statements; rows as arrays.
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { DataSource, Driver } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import { DatabaseError } from './database-error.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import { mysqlErrors } from './mysql-error.js';
import { requireNoLoss } from './mysql-warning.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';

/** Most texts kept prepared on each connection; others are prepared, run once and let go. */
const mostPrepared = 500;

/** What a statement is prepared by; the driver's own types know `unprepare` for rows as objects only. */
interface Prepared {
  readonly sql: string;
  readonly rowsAsArray: true;
}

type Connection = PoolConnection & { unprepare(prepared: Prepared): unknown };
type Connect = () => Promise<Connection>;

/** The part of TypeORM's MySQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
}

/** Runs scripts on MySQL or MariaDB: reads on a replica where there is one, writes on the primary. */
export function mysqlExecutor(dataSource: DataSource): Executor {
  const driver = dataSource.driver as Driver & PooledDriver;
  const classify = mysqlErrors(dataSource);
  const kept = new Set<string>();
  const ask = (connection: Connection, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(connection, call, kept);
  };
  const run = <T>(connection: Connection, script: Script<T>) =>
    drive(script, (call) => ask(connection, statementOf(call)));
  const rethrow = (error: unknown): never => {
    throw classify(error);
  };
  const withConnection = <T>(connect: Connect, work: (connection: Connection) => Promise<T>) =>
    onConnection(connect, classify, work);
  const primary: Connect = () => driver.obtainMasterConnection();
  const replica: Connect = () => driver.obtainSlaveConnection();
  const read = <T>(script: () => Script<T>) =>
    retried(() => withConnection(replica, (connection) => run(connection, script())));
  const write = <T>(script: () => Script<T>) =>
    retried(() =>
      withConnection(primary, (connection) => transact(connection, () => run(connection, script()))),
    );
  return {
    read,
    write,
    readTogether: (calls) => read(() => inTurn(calls)),
    writeTogether: (calls) => write(() => inTurn(calls)),
    followedWrite: (script) =>
      retried(() => {
        const asked = (connection: unknown, call: StatementCall) => ask(connection as Connection, call);
        return followedWrite(dataSource, script(), asked).catch(rethrow);
      }),
  };
}

async function onConnection<T>(
  connect: Connect,
  classify: (error: unknown) => unknown,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect().catch((error: unknown) => {
    throw classify(error);
  });
  try {
    const result = await work(connection);
    connection.release();
    return result;
  } catch (error) {
    const classified = classify(error);
    giveBack(connection, classified);
    throw classified;
  }
}

/** A connection that failed in a way of its own is not given back to the pool. */
function giveBack(connection: Connection, error: unknown): void {
  if (error instanceof DatabaseError && error.kind === 'unavailable') connection.destroy();
  else connection.release();
}

async function answer(
  connection: Connection,
  { statement, parameters }: StatementCall,
  kept: Set<string>,
): Promise<Answer> {
  const keep = kept.has(statement.name) || kept.size < mostPrepared;
  if (keep) kept.add(statement.name);
  const result = await execute(connection, statement.text, parameters);
  if (!keep) connection.unprepare({ sql: statement.text, rowsAsArray: true });
  if (Array.isArray(result)) return { rows: result, affected: result.length };
  if (result.warningStatus > 0) await requireNoLoss(connection);
  return { rows: [], affected: result.affectedRows, insertId: result.insertId };
}

type Result = Row[] | ResultSetHeader;

function execute(connection: Connection, sql: string, parameters: unknown[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    connection.execute<ResultSetHeader | RowDataPacket[][]>(
      { sql, values: parameters, rowsAsArray: true },
      (error, result) => {
        if (error) reject(error);
        else resolve(result);
      },
    );
  });
}

async function transact<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await command(connection, 'START TRANSACTION');
  try {
    const result = await work();
    await command(connection, 'COMMIT');
    return result;
  } catch (error) {
    // All of it: after a lock wait timeout the transaction is still open. When even this fails the connection is gone,
    // and with it the transaction: the first error tells more.
    await command(connection, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function command(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
