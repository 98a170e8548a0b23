// PostgreSQL by node-postgres: a pool of connections; named prepared statements; rows as arrays.
import type { Client } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import type { Settings } from '../options.js';
import { fixedStatement } from '../sql/statement.js';
import { createDeadlines } from './deadlines.js';
import { drive, statementOf } from './drive.js';
import type { Executor, SnapshotCalls } from './executor.js';
import { followedWrite } from './followed-write.js';
import type { Loan } from './lease.js';
import { lending } from './lending.js';
import type { SourceBounds } from './loan.js';
import { classifyPostgresError } from './postgres-error.js';
import { leased, runnerLease, type FollowedConnection, type Release } from './postgres-lease.js';
import type { PrepareValue } from './postgres-pipeline.js';
import { postgresQueries, type RunStatements } from './postgres-queries.js';
import { readLending } from './read-lending.js';
import { retried } from './retry.js';
import { callOf, emptyAnswer, type Answer, type Script, type StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

type Connect = () => Promise<[Client, Release]>;

/** The part of TypeORM's PostgreSQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
  readonly master: { readonly options: { readonly max: number } };
  /** The module of node-postgres. */
  readonly postgres: { readonly utils: { readonly prepareValue: PrepareValue } };
}

/** Runs scripts on PostgreSQL: reads on a replica where there is one, writes on the primary. */
export function postgresExecutor(dataSource: DataSource, { timeouts, limits }: Settings): Executor {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const run = logged(dataSource, postgresQueries(driver.postgres.utils.prepareValue, limits.responseBytes));
  const bounds: SourceBounds = { classify: classifyPostgresError, timeouts, deadlines: createDeadlines() };
  const acquire = () => leased(driver.obtainSlaveConnection());
  const withReadConnection = readLending({ ...bounds, acquire }, driver.master.options.max);
  const primary = lending({ ...bounds, acquire: () => leased(driver.obtainMasterConnection()) });
  const observed = lending({ ...bounds, acquire: () => runnerLease(dataSource) }, primary.pulse);
  const executor = (signal?: AbortSignal): Executor => ({
    read: (call, scans) => retried(() => withReadConnection(scans, (use) => readOne(run, use, call), signal)),
    readSnapshot: (first, further, scans) =>
      retried(() => withReadConnection(scans, (use) => readSnapshot(run, use, { first, further }), signal)),
    write: (script) => retried(() => primary.lend((use) => inTransaction(run, use, script()), signal)),
    writeTogether: (calls) =>
      retried(() => primary.lend(({ connection }) => run(connection, calls, keep), signal)),
    followedWrite: (script) => retried(() => observed.lend((use) => follow(run, use, script()), signal)),
    ping: () => primary.ping(),
    until: executor,
  });
  return executor();
}

function logged({ logger }: DataSource, run: RunStatements): RunStatements {
  return (client, calls, onCut) => {
    for (const { statement, parameters } of calls) logger.logQuery(statement.text, parameters);
    return run(client, calls, onCut);
  };
}

/** A write is never cancelled, as that would roll it back. Rows past the maximum are discarded as they arrive. */
const keep = () => undefined;

function inTransaction<T>(run: RunStatements, use: Loan<Client>, script: Script<T>): Promise<T> {
  return transact(on(use), () =>
    drive(script, (call) => {
      use.proceed();
      return only(run(use.connection, [statementOf(call)], keep));
    }),
  );
}

function follow<T>(run: RunStatements, use: Loan<FollowedConnection>, script: Script<T>): Promise<T> {
  const { dataSource, runner, client } = use.connection;
  return followedWrite(script, {
    dataSource,
    runner,
    ask: (call) => {
      use.proceed();
      return only(run(client, [call], keep));
    },
    abandon: () => {
      use.spoil();
    },
  });
}

async function only(answers: Promise<readonly Answer[]>): Promise<Answer> {
  const [answer] = await answers;
  if (!answer) throw new Error('The statement has no result.');
  return answer;
}

function readOne(run: RunStatements, use: Loan<Client>, call: StatementCall): Promise<Answer> {
  return only(
    run(use.connection, [call], () => {
      void use.cancelStatement();
    }),
  );
}

const beginSnapshot = callOf(fixedStatement('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'), []);
const commit = callOf(fixedStatement('COMMIT'), []);

/** In two round trips: the first begins the snapshot, the second ends it. */
async function readSnapshot(
  run: RunStatements,
  use: Loan<Client>,
  { first, further }: SnapshotCalls,
): Promise<readonly Answer[]> {
  const { connection } = use;
  let cancelled: Promise<unknown> | undefined;
  const onCut = () => {
    cancelled = use.cancelStatement();
  };
  try {
    const [, answer = emptyAnswer] = await run(connection, [beginSnapshot, first], onCut);
    if (cancelled) await cancelled;
    use.proceed();
    const answers = await run(connection, answer.cut ? [commit] : [...further(answer), commit], onCut);
    if (cancelled) await cancelled;
    // The cancel request came before COMMIT.
    if (answers.at(-1)?.cut) await connection.query('ROLLBACK');
    return [answer, ...answers.slice(0, -1)];
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {
      use.spoil();
    });
    throw error;
  }
}

function on(use: Loan<Client>): Transactions {
  return {
    begin: 'BEGIN',
    run: (sql) => use.connection.query(sql),
    spoil: () => {
      use.spoil();
    },
  };
}
