// PostgreSQL: a pool of connections; named prepared statements; rows as arrays.
import type { ClientBase } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import { DatabaseError } from './database-error.js';
import { drive, inTurn, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import type { PrepareValue } from './postgres-pipeline.js';
import { postgresQueries } from './postgres-queries.js';
import { classifyPostgresError } from './postgres-error.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';

type Release = (error?: unknown) => void;
type Connect = () => Promise<[ClientBase, Release]>;

/** The part of TypeORM's PostgreSQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection(): Promise<[ClientBase, Release]>;
  obtainSlaveConnection(): Promise<[ClientBase, Release]>;
  /** The module of node-postgres. */
  readonly postgres: { readonly utils?: { readonly prepareValue?: PrepareValue } };
}

/** Runs scripts on PostgreSQL: reads on a replica where there is one, writes on the primary. */
export function postgresExecutor(dataSource: DataSource): Executor {
  const driver = dataSource.driver as Driver & PooledDriver;
  const queries = postgresQueries(driver.postgres.utils?.prepareValue);
  const ask = (client: ClientBase, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return queries.one(client, call);
  };
  const together = async (
    client: ClientBase,
    calls: readonly StatementCall[],
    general: (work: () => Promise<Answer[]>) => Promise<Answer[]>,
  ) => {
    const pipelined = queries.atOnce(client, calls);
    if (!pipelined) return general(() => drive(inTurn(calls), (call) => ask(client, statementOf(call))));
    for (const { statement, parameters } of calls) dataSource.logger.logQuery(statement.text, parameters);
    return pipelined;
  };
  const run = <T>(client: ClientBase, script: Script<T>) =>
    drive(script, (call) => ask(client, statementOf(call)));
  const primary: Connect = () => driver.obtainMasterConnection();
  const replica: Connect = () => driver.obtainSlaveConnection();
  return {
    read: (script) => retried(() => withClient(replica, (client) => run(client, script()))),
    write: (script) =>
      retried(() => withClient(primary, (client) => transact(client, () => run(client, script())))),
    readTogether: (calls) =>
      retried(() => withClient(replica, (client) => together(client, calls, (work) => work()))),
    writeTogether: (calls) =>
      retried(() =>
        withClient(primary, (client) => together(client, calls, (work) => transact(client, work))),
      ),
    followedWrite: (script) =>
      retried(() => {
        const asked = (client: unknown, call: StatementCall) => ask(client as ClientBase, call);
        return followedWrite(dataSource, script(), asked).catch(rethrow);
      }),
  };
}

/** A connection that failed in a way of its own is not given back to the pool. */
async function withClient<T>(connect: Connect, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const [client, release] = await connect().catch(rethrow);
  try {
    const result = await work(client);
    release();
    return result;
  } catch (error) {
    const classified = classifyPostgresError(error);
    release(classified instanceof DatabaseError && classified.kind === 'unavailable' ? error : undefined);
    throw classified;
  }
}

function rethrow(error: unknown): never {
  throw classifyPostgresError(error);
}

async function transact<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // When even this fails the connection is gone, and with it the transaction: the first error tells more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
