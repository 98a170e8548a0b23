// MySQL and MariaDB by mysql2: a pool of connections, or a cluster of pools; prepared statements; rows as arrays.
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { DataSource, Driver } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import type { Timeouts } from '../options.js';
import { createDeadlines } from './deadlines.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import type { Loan } from './lease.js';
import { lending } from './lending.js';
import { command, mysqlLease, runnerLease, type FollowedConnection, type Mysql } from './mysql-lease.js';
import { mysqlErrors } from './mysql-error.js';
import { requireNoLoss } from './mysql-warning.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

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
  readonly mysql: Mysql;
}

/** Runs scripts on MySQL or MariaDB: reads on a replica where there is one, writes on the primary. */
export function mysqlExecutor(dataSource: DataSource, timeouts: Timeouts): Executor {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const kept = new Set<string>();
  const ask = (connection: Connection, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(connection, call, kept);
  };
  const run = <T>(loan: Loan<Connection>, script: Script<T>) =>
    drive(script, (call) => {
      loan.proceed();
      return ask(loan.connection, statementOf(call));
    });
  const bounds = { classify: mysqlErrors(dataSource), timeouts, deadlines: createDeadlines() };
  const leased = async (connect: Promise<Connection>) => mysqlLease(await connect, driver.mysql);
  const replica = lending({ ...bounds, acquire: () => leased(driver.obtainSlaveConnection()) });
  const primary = lending({ ...bounds, acquire: () => leased(driver.obtainMasterConnection()) });
  const followed = lending(
    { ...bounds, acquire: () => runnerLease<Connection>(dataSource, driver.mysql) },
    primary.pulse,
  );
  const executor = (signal?: AbortSignal): Executor => {
    const read = <T>(script: () => Script<T>) =>
      retried(() => replica.lend((loan) => run(loan, script()), signal));
    const write = <T>(script: () => Script<T>) =>
      retried(() => primary.lend((loan) => transact(on(loan), () => run(loan, script())), signal));
    return {
      read,
      write,
      readTogether: (calls) => read(() => inTurn(calls)),
      writeTogether: (calls) => write(() => inTurn(calls)),
      followedWrite: (script) =>
        retried(() => followed.lend((loan) => follow(dataSource, loan, script(), ask), signal)),
      ping: () => primary.ping(),
      until: executor,
    };
  };
  return executor();
}

function follow<T>(
  dataSource: DataSource,
  loan: Loan<FollowedConnection<Connection>>,
  script: Script<T>,
  ask: (connection: Connection, call: StatementCall) => Promise<Answer>,
): Promise<T> {
  const { runner, connection } = loan.connection;
  return followedWrite(dataSource, runner, script, {
    ask: (call) => {
      loan.proceed();
      return ask(connection, call);
    },
    abandon: () => {
      loan.spoil();
    },
  });
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

function on(loan: Loan<Connection>): Transactions {
  return {
    begin: 'START TRANSACTION',
    run: (sql) => command(loan.connection, sql),
    spoil: () => {
      loan.spoil();
    },
  };
}
