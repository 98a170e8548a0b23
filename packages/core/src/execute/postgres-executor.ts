// PostgreSQL: a pool of connections; named prepared statements; rows as arrays.
import type { Client } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import type { Timeouts } from '../options.js';
import { createDeadlines } from './deadlines.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import type { Loan } from './lease.js';
import { lending } from './lending.js';
import { classifyPostgresError } from './postgres-error.js';
import { leased, runnerLease, type Release } from './postgres-lease.js';
import type { PrepareValue } from './postgres-pipeline.js';
import { postgresQueries, type PostgresQueries } from './postgres-queries.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';
import { transact, type Transactions } from './transaction.js';

type Connect = () => Promise<[Client, Release]>;

/** The part of TypeORM's PostgreSQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
  /** The module of node-postgres. */
  readonly postgres: { readonly utils?: { readonly prepareValue?: PrepareValue } };
}

/** Runs scripts on PostgreSQL: reads on a replica where there is one, writes on the primary. */
export function postgresExecutor(dataSource: DataSource, timeouts: Timeouts): Executor {
  const driver: PooledDriver = dataSource.driver as Driver & PooledDriver;
  const questions = postgresQuestions(dataSource, postgresQueries(driver.postgres.utils?.prepareValue));
  const bounds = { classify: classifyPostgresError, timeouts, deadlines: createDeadlines() };
  const replica = lending({ ...bounds, acquire: () => leased(driver.obtainSlaveConnection()) });
  const primary = lending({ ...bounds, acquire: () => leased(driver.obtainMasterConnection()) });
  const followed = lending({ ...bounds, acquire: () => runnerLease(dataSource) }, primary.pulse);
  const { run, ask, together } = questions;
  const executor = (signal?: AbortSignal): Executor => ({
    read: (script) => retried(() => replica.lend((loan) => run(loan, script()), signal)),
    write: (script) =>
      retried(() => primary.lend((loan) => transact(on(loan), () => run(loan, script())), signal)),
    readTogether: (calls) =>
      retried(() => replica.lend((loan) => together(loan, calls, (work) => work()), signal)),
    writeTogether: (calls) =>
      retried(() =>
        primary.lend((loan) => together(loan, calls, (work) => transact(on(loan), work)), signal),
      ),
    followedWrite: (script) =>
      retried(() =>
        followed.lend((loan) => {
          const { runner, client } = loan.connection;
          return followedWrite(dataSource, runner, script(), {
            ask: (call) => {
              loan.proceed();
              return ask(client, call);
            },
            abandon: () => {
              loan.spoil();
            },
          });
        }, signal),
      ),
    ping: () => primary.ping(),
    until: executor,
  });
  return executor();
}

/** How a connection is asked: a script's statements in turn, or several together. */
function postgresQuestions(dataSource: DataSource, queries: PostgresQueries) {
  const ask = (client: Client, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return queries.one(client, call);
  };
  const run = <T>(loan: Loan<Client>, script: Script<T>): Promise<T> =>
    drive(script, (call) => {
      loan.proceed();
      return ask(loan.connection, statementOf(call));
    });
  const together = async (
    loan: Loan<Client>,
    calls: readonly StatementCall[],
    general: (work: () => Promise<Answer[]>) => Promise<Answer[]>,
  ): Promise<readonly Answer[]> => {
    const pipelined = queries.atOnce(loan.connection, calls);
    if (!pipelined) return general(() => run(loan, inTurn(calls)));
    for (const { statement, parameters } of calls) dataSource.logger.logQuery(statement.text, parameters);
    return pipelined;
  };
  return { ask, run, together };
}

function on(loan: Loan<Client>): Transactions {
  return {
    begin: 'BEGIN',
    run: (sql) => loan.connection.query(sql),
    spoil: () => {
      loan.spoil();
    },
  };
}
