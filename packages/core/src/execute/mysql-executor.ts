// MySQL and MariaDB by mysql2: a pool of connections, or a cluster of pools; prepared statements; rows as arrays.
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import { createDeadlines } from './deadlines.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor, SnapshotCalls } from './executor.js';
import { followedWrite } from './followed-write.js';
import type { Loan } from './lease.js';
import { lending } from './lending.js';
import type { SourceBounds } from './loan.js';
import { command, mysqlLease, runnerLease, type FollowedConnection, type Mysql } from './mysql-lease.js';
import { mysqlErrors } from './mysql-error.js';
import { mysqlQueries, type MysqlConnection, type RunStatement } from './mysql-queries.js';
import { readLending } from './read-lending.js';
import { retried } from './retry.js';
import { emptyAnswer, type Answer, type Script, type StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

type Connect = () => Promise<MysqlConnection>;

/** The part of TypeORM's MySQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
  readonly mysql: Mysql;
}

/** Runs scripts on MySQL or MariaDB: reads on a replica where there is one, writes on the primary. */
export function mysqlExecutor(dataSource: DataSource, { timeouts, limits }: Settings): Executor {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const ask = mysqlQueries(dataSource, limits.responseBytes);
  const bounds: SourceBounds = { classify: mysqlErrors(dataSource), timeouts, deadlines: createDeadlines() };
  const leased = async (connect: Promise<MysqlConnection>) => mysqlLease(await connect, driver.mysql);
  const acquire = () => leased(driver.obtainSlaveConnection());
  const withReadConnection = readLending({ ...bounds, acquire }, poolSize(dataSource));
  const primary = lending({ ...bounds, acquire: () => leased(driver.obtainMasterConnection()) });
  const observed = lending(
    { ...bounds, acquire: () => runnerLease<MysqlConnection>(dataSource, driver.mysql) },
    primary.pulse,
  );
  const executor = (signal?: AbortSignal): Executor => {
    const write = <T>(script: () => Script<T>) =>
      retried(() => primary.lend((use) => transact(writing(use), () => run(ask, use, script())), signal));
    return {
      read: (call, scans) =>
        retried(() => withReadConnection(scans, (use) => readOne(ask, use, call), signal)),
      readSnapshot: (first, further, scans) =>
        retried(() => withReadConnection(scans, (use) => readSnapshot(ask, use, { first, further }), signal)),
      write,
      writeTogether: (calls) => write(() => inTurn(calls)),
      followedWrite: (script) => retried(() => observed.lend((use) => follow(ask, use, script()), signal)),
      ping: () => primary.ping(),
      until: executor,
    };
  };
  return executor();
}

/** A write is never cancelled, as that would roll it back. Rows past the maximum are discarded as they arrive. */
const keep = () => undefined;

function run<T>(ask: RunStatement, use: Loan<MysqlConnection>, script: Script<T>): Promise<T> {
  return drive(script, (call) => {
    use.proceed();
    return ask(use.connection, statementOf(call), keep);
  });
}

async function readOne(ask: RunStatement, use: Loan<MysqlConnection>, call: StatementCall): Promise<Answer> {
  use.proceed();
  let cancelled: Promise<unknown> | undefined;
  const answer = await ask(use.connection, call, () => {
    cancelled = use.cancelStatement();
  });
  if (cancelled) await cancelled;
  return answer;
}

/** The first statement takes the snapshot. The isolation level holds for this transaction alone. */
async function readSnapshot(
  ask: RunStatement,
  use: Loan<MysqlConnection>,
  { first, further }: SnapshotCalls,
): Promise<readonly Answer[]> {
  await command(use.connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  return transact(on(use, 'START TRANSACTION READ ONLY'), async () => {
    const answer = await readOne(ask, use, first);
    const answers = [answer];
    // After a cut answer the response has no room for another.
    for (const call of answer.cut ? [] : further(answer))
      answers.push(answers.at(-1)?.cut ? emptyAnswer : await readOne(ask, use, call));
    return answers;
  });
}

function follow<T>(
  ask: RunStatement,
  use: Loan<FollowedConnection<MysqlConnection>>,
  script: Script<T>,
): Promise<T> {
  const { dataSource, runner, connection } = use.connection;
  return followedWrite(script, {
    dataSource,
    runner,
    ask: (call) => {
      use.proceed();
      return ask(connection, call, keep);
    },
    abandon: () => {
      use.spoil();
    },
  });
}

function writing(use: Loan<MysqlConnection>): Transactions {
  return on(use, 'START TRANSACTION');
}

function on(use: Loan<MysqlConnection>, begin: string): Transactions {
  return {
    begin,
    run: (sql) => command(use.connection, sql),
    spoil: () => {
      use.spoil();
    },
  };
}

/** The maximum of connections that TypeORM passes to mysql2, whose default is ten. */
function poolSize({ options }: DataSource): number {
  const extra: unknown = options.extra;
  const own = 'poolSize' in options ? options.poolSize : undefined;
  const over =
    typeof extra === 'object' && extra !== null && 'connectionLimit' in extra ? extra.connectionLimit : own;
  return typeof over === 'number' ? over : 10;
}
