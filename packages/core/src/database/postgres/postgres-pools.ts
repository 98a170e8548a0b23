// How connections come out of the pools of TypeORM's driver for PostgreSQL.
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { ServerConnections } from '../pool/server-pools.js';
import { guardPool, type ClientPool } from './postgres-clients.js';
import {
  createPostgresConnection,
  createRunnerConnection,
  type ReleaseClient,
  type RunnerConnection,
} from './postgres-connection.js';
import type { PrepareValue } from './postgres-pipeline.js';

type Connect = () => Promise<[Client, ReleaseClient]>;

/** The part of TypeORM's PostgreSQL driver that hands out connections of its pools. */
export interface PooledDriver {
  obtainMasterConnection: Connect;
  obtainSlaveConnection: Connect;
  readonly master: ClientPool & { readonly options: { readonly max: number } };
  readonly slaves: readonly ClientPool[];
  /** The module of node-postgres. */
  readonly postgres: { readonly utils: { readonly prepareValue: PrepareValue } };
}

/** The connections of a data source. Guards its pools before each check-out. */
export function connectTo(
  dataSource: DataSource,
  driver: PooledDriver,
): ServerConnections<Client, RunnerConnection> {
  guardPools(driver);
  // A data source that was closed and initialised again has other pools.
  const safely = <T>(acquire: () => Promise<T>) => {
    guardPools(driver);
    return acquire();
  };
  return {
    acquireForRead: () => safely(() => createPostgresConnection(driver.obtainSlaveConnection())),
    acquireForWrite: () => safely(() => createPostgresConnection(driver.obtainMasterConnection())),
    acquireRunner: () => safely(() => createRunnerConnection(dataSource)),
    readPoolSize: driver.master.options.max,
  };
}

function guardPools({ master, slaves }: PooledDriver): void {
  guardPool(master);
  for (const slave of slaves) guardPool(slave);
}
