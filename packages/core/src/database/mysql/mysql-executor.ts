// MySQL and MariaDB by mysql2: a pool of connections, or a cluster of pools; prepared statements; rows as arrays.
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../../options.js';
import { readInOrder, runScript, requireStatement } from '../run-script.js';
import type { Executor, SnapshotRead } from '../../execute/executor.js';
import { runTypeormTransaction } from '../typeorm-transaction.js';
import type { ConnectionUse } from '../pool/pooled-connection.js';
import {
  createMysqlConnection,
  createRunnerConnection,
  type RunnerConnection,
  createMysqlRunner,
  type MysqlConnection,
  type RunStatement,
} from './mysql-connection.js';
import { createMysqlClassifier } from './mysql-errors.js';
import { runCommand, type Mysql } from './mysql-kill-query.js';
import { guardPools, type PooledMysql } from './mysql-pools.js';
import { readPoolSize } from './mysql-settings.js';
import { runAndFinish, type QueryResult, type Script, type BoundStatement } from '../../execute/script.js';
import { createServerPools, type ServerConnections } from '../pool/server-pools.js';
import { runInTransaction, type TransactionControl } from '../transaction.js';

type Connect = () => Promise<MysqlConnection>;

/** The part of TypeORM's MySQL driver that hands out connections of its pools. */
interface PooledDriver extends PooledMysql {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
  readonly mysql: Mysql;
}

/** Runs scripts on MySQL or MariaDB: reads on a replica where there is one, writes on the primary. */
export function createMysqlExecutor(dataSource: DataSource, { timeouts, limits }: Settings): Executor {
  const execute = createMysqlRunner(dataSource, limits.responseBytes);
  const classify = createMysqlClassifier(dataSource);
  const pools = createServerPools(connectTo(dataSource), { classify, timeouts });
  const executor = (signal?: AbortSignal): Executor => {
    const write = <T>(script: () => Script<T>) =>
      pools.write(
        (use) => runInTransaction(createWriteControl(use), () => runScriptOn(execute, use, script())),
        signal,
      );
    return {
      read: (call, scans) => pools.read(scans, (use) => readOne(execute, use, call), signal),
      readSnapshot: (first, further, scans) =>
        pools.read(scans, (use) => readSnapshot(execute, use, { first, further }), signal),
      sendsTogether: false,
      write,
      writeBatch: (calls, finish) => write(() => runAndFinish(calls, finish)),
      writeWithListeners: (script) =>
        pools.writeOnRunner((use) => writeWithListeners(execute, use, script()), signal),
      ping: () => pools.ping(),
      withSignal: executor,
    };
  };
  return executor();
}

function connectTo(
  dataSource: DataSource,
): ServerConnections<MysqlConnection, RunnerConnection<MysqlConnection>> {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const guard = () => {
    guardPools(driver, dataSource.options);
  };
  guard();
  // A data source that was closed and initialised again has other pools.
  const obtain = async (connect: Connect) => {
    guard();
    return createMysqlConnection(await connect.call(driver), driver.mysql);
  };
  return {
    acquireForRead: () => obtain(driver.obtainSlaveConnection),
    acquireForWrite: () => obtain(driver.obtainMasterConnection),
    acquireRunner: () => {
      guard();
      return createRunnerConnection<MysqlConnection>(dataSource, driver.mysql);
    },
    readPoolSize: readPoolSize(dataSource),
  };
}

/** A write is never cancelled, as that would roll it back. Rows past the maximum are discarded as they arrive. */
const ignoreCut = () => undefined;

function runScriptOn<T>(
  execute: RunStatement,
  use: ConnectionUse<MysqlConnection>,
  script: Script<T>,
): Promise<T> {
  return runScript(script, (call) => {
    use.throwIfInterrupted();
    return execute(use.connection, requireStatement(call), ignoreCut);
  });
}

async function readOne(
  execute: RunStatement,
  use: ConnectionUse<MysqlConnection>,
  call: BoundStatement,
): Promise<QueryResult> {
  use.throwIfInterrupted();
  let cancelled: Promise<unknown> | undefined;
  const answer = await execute(use.connection, call, () => {
    cancelled = use.cancelStatement();
  });
  if (cancelled) await cancelled;
  return answer;
}

/** The first statement takes the snapshot. The isolation level holds for this transaction alone. */
async function readSnapshot(
  execute: RunStatement,
  use: ConnectionUse<MysqlConnection>,
  calls: SnapshotRead,
): Promise<readonly QueryResult[]> {
  await runCommand(use.connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  return runInTransaction(createTransactionControl(use, 'START TRANSACTION READ ONLY'), () =>
    readInOrder(calls, (call) => readOne(execute, use, call)),
  );
}

function writeWithListeners<T>(
  execute: RunStatement,
  use: ConnectionUse<RunnerConnection<MysqlConnection>>,
  script: Script<T>,
): Promise<T> {
  const { dataSource, runner, connection } = use.connection;
  return runTypeormTransaction(script, {
    dataSource,
    runner,
    execute: (call) => {
      use.throwIfInterrupted();
      return execute(connection, call, ignoreCut);
    },
    throwIfInterrupted: () => {
      use.throwIfInterrupted();
    },
    commit: async (commit) => {
      await commit();
      use.confirmCommit();
    },
    abandon: () => {
      use.markBroken();
    },
  });
}

function createWriteControl(use: ConnectionUse<MysqlConnection>): TransactionControl {
  return createTransactionControl(use, 'START TRANSACTION');
}

function createTransactionControl(use: ConnectionUse<MysqlConnection>, begin: string): TransactionControl {
  return {
    begin,
    run: (sql) => runCommand(use.connection, sql),
    commit: async () => {
      use.throwIfInterrupted();
      await runCommand(use.connection, 'COMMIT');
      use.confirmCommit();
    },
    markBroken: () => {
      use.markBroken();
    },
  };
}
