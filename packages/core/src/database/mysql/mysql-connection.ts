// Checked-out connections of mysql2: how they are returned, closed, and cancelled by KILL QUERY.
import type { Connection, ConnectionOptions, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { PooledConnection } from '../pool/pooled-connection.js';

/** The part of the driver's module that opens a connection outside the pool, which may be exhausted. */
export interface Mysql {
  createConnection(options: ConnectionOptions): Connection;
}

const maxConnectMs = 1_000;

/** Wraps a connection of a pool. */
export function createMysqlConnection<C extends PoolConnection>(
  connection: C,
  mysql: Mysql,
): PooledConnection<C> {
  let wasCancelled = false;
  return {
    connection,
    // A late KILL QUERY would hit a statement of the next request.
    release: () => {
      if (wasCancelled) connection.destroy();
      else connection.release();
      return undefined;
    },
    destroy: () => {
      connection.destroy();
    },
    cancel: () => {
      wasCancelled = true;
      return sendKillQuery(connection, mysql);
    },
    ping: () => runCommand(connection, 'SELECT 1'),
  };
}

/** A connection with TypeORM's own runner, for transactions that its listeners take part in. */
export interface RunnerConnection<C> {
  readonly dataSource: DataSource;
  readonly runner: QueryRunner;
  readonly connection: C;
}

export async function createRunnerConnection<C extends PoolConnection>(
  dataSource: DataSource,
  mysql: Mysql,
): Promise<PooledConnection<RunnerConnection<C>>> {
  const runner = dataSource.createQueryRunner('master');
  const connection = (await runner.connect()) as C;
  const pooled = createMysqlConnection(connection, mysql);
  return {
    ...pooled,
    connection: { dataSource, runner, connection },
    release: async () => {
      await pooled.release();
      await runner.release();
    },
    destroy: (reason) => {
      pooled.destroy(reason);
      runner.release().catch(() => undefined);
    },
  };
}

/** Runs a statement without parameters or rows. */
export function runCommand(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function sendKillQuery({ config, threadId }: PoolConnection, mysql: Mysql): Promise<void> {
  const { host, port, socketPath, user, password, ssl } = config;
  const access = { host, port, socketPath, user, password, ssl, connectTimeout: maxConnectMs };
  const given = Object.entries(access).filter(([, value]) => value !== undefined);
  const killConnection = mysql.createConnection(Object.fromEntries(given));
  killConnection.on('error', () => undefined);
  try {
    await runCommand(killConnection, `KILL QUERY ${threadId}`);
  } finally {
    killConnection.destroy();
  }
}
