// PostgreSQL: a pool of connections; named prepared statements; rows as arrays.
import type { ClientBase } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import type { Row } from '../sql/row-renderer.js';
import { DatabaseError } from './database-error.js';
import { drive, statementOf } from './drive.js';
import type { Executor } from './executor.js';
import { followedWrite } from './followed-write.js';
import { classifyPostgresError } from './postgres-error.js';
import { retried } from './retry.js';
import type { Answer, Script, StatementCall } from './script.js';

/** Most statements kept prepared on each connection; later ones are sent as text. */
const mostNames = 500;

type Release = (error?: unknown) => void;
type Connect = () => Promise<[ClientBase, Release]>;

/** The part of TypeORM's PostgreSQL driver that hands out connections of its pools. */
interface PooledDriver {
  obtainMasterConnection(): Promise<[ClientBase, Release]>;
  obtainSlaveConnection(): Promise<[ClientBase, Release]>;
}

/** Runs scripts on PostgreSQL: reads on a replica where there is one, writes on the primary. */
export function postgresExecutor(dataSource: DataSource): Executor {
  const driver = dataSource.driver as Driver & PooledDriver;
  const names = new Set<string>();
  const ask = (client: ClientBase, call: StatementCall): Promise<Answer> => {
    dataSource.logger.logQuery(call.statement.text, call.parameters);
    return answer(client, call, names);
  };
  const run = <T>(client: ClientBase, script: Script<T>) =>
    drive(script, (call) => ask(client, statementOf(call)));
  const primary: Connect = () => driver.obtainMasterConnection();
  const replica: Connect = () => driver.obtainSlaveConnection();
  return {
    read: (script) => retried(() => withClient(replica, (client) => run(client, script()))),
    write: (script) =>
      retried(() => withClient(primary, (client) => transact(client, () => run(client, script())))),
    followedWrite: (script) =>
      retried(() => {
        const asked = (client: unknown, call: StatementCall) => ask(client as ClientBase, call);
        return followedWrite(dataSource, script(), asked).catch(rethrow);
      }),
  };
}

async function answer(
  client: ClientBase,
  { statement, parameters }: StatementCall,
  names: Set<string>,
): Promise<Answer> {
  const named = names.has(statement.name) || names.size < mostNames;
  if (named) names.add(statement.name);
  const result = await client.query<Row[]>({
    ...(named ? { name: statement.name } : {}),
    text: statement.text,
    values: parameters,
    rowMode: 'array',
  });
  return { rows: result.rows, affected: result.rowCount ?? 0 };
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
