// Checked-out connections of mysql2: how they are returned, closed, and cancelled by KILL QUERY.
import type { Connection, ConnectionOptions, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Lease } from './lease.js';

/** The part of the driver's module that opens a connection outside the pool, which may be exhausted. */
export interface Mysql {
  createConnection(options: ConnectionOptions): Connection;
}

const longestMs = 1_000;

/** Wraps a connection of a pool. */
export function mysqlLease<C extends PoolConnection>(connection: C, mysql: Mysql): Lease<C> {
  let wasCancelled = false;
  return {
    connection,
    // A late KILL QUERY would hit a statement of the next request.
    giveBack: () => {
      if (wasCancelled) connection.destroy();
      else connection.release();
      return undefined;
    },
    discard: () => {
      connection.destroy();
    },
    cancel: () => {
      wasCancelled = true;
      return killQuery(connection, mysql);
    },
    ping: () => command(connection, 'SELECT 1'),
  };
}

/** A connection with TypeORM's own runner, for transactions that its listeners take part in. */
export interface FollowedConnection<C> {
  readonly dataSource: DataSource;
  readonly runner: QueryRunner;
  readonly connection: C;
}

export async function runnerLease<C extends PoolConnection>(
  dataSource: DataSource,
  mysql: Mysql,
): Promise<Lease<FollowedConnection<C>>> {
  const runner = dataSource.createQueryRunner('master');
  const connection = (await runner.connect()) as C;
  const lease = mysqlLease(connection, mysql);
  return {
    ...lease,
    connection: { dataSource, runner, connection },
    giveBack: async () => {
      await lease.giveBack();
      await runner.release();
    },
    discard: (reason) => {
      lease.discard(reason);
      runner.release().catch(() => undefined);
    },
  };
}

/** Runs a statement without parameters or rows. */
export function command(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function killQuery({ config, threadId }: PoolConnection, mysql: Mysql): Promise<void> {
  const { host, port, socketPath, user, password, ssl } = config;
  const access = { host, port, socketPath, user, password, ssl, connectTimeout: longestMs };
  const given = Object.entries(access).filter(([, value]) => value !== undefined);
  const killConnection = mysql.createConnection(Object.fromEntries(given));
  killConnection.on('error', () => undefined);
  try {
    await command(killConnection, `KILL QUERY ${threadId}`);
  } finally {
    killConnection.destroy();
  }
}
