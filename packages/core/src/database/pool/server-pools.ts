// The connections of a database server: one pool for reads, which may go to a replica, and one for writes. Writes that
// listeners or hooks observe use the write pool through TypeORM's query runners.
import type { TableScan } from '../../sql/condition-scans.js';
import type { Awaitable } from '../../execute/awaitable.js';
import { createTimeoutQueue } from './timeout-queue.js';
import type { ConnectionUse, PooledConnection } from './pooled-connection.js';
import { createConnectionPool } from './connection-pool.js';
import type { ConnectionSourceBounds } from './connection-source.js';
import { createReadPool } from './read-pool.js';
import { retryOnConflict } from '../retry.js';

/** How a driver acquires connections. */
export interface ServerConnections<C, R> {
  acquireForRead(): Promise<PooledConnection<C>>;
  acquireForWrite(): Promise<PooledConnection<C>>;
  acquireRunner(): Promise<PooledConnection<R>>;
  /** The size of the pool for reads. */
  readonly readPoolSize: number;
}

/** Runs work on a connection, and again after a conflict. Throws what the work throws, classified. */
export interface ServerPools<C, R> {
  read<T>(scans: readonly TableScan[], work: Work<C, T>, signal: AbortSignal | undefined): Awaitable<T>;
  write<T>(work: Work<C, T>, signal: AbortSignal | undefined): Awaitable<T>;
  writeOnRunner<T>(work: Work<R, T>, signal: AbortSignal | undefined): Awaitable<T>;
  /** Runs a read by key for several clients. */
  readTogether<T>(work: Work<C, T>, clients: readonly AbortSignal[]): Awaitable<T>;
  ping(): Promise<void>;
}

type Work<C, T> = (use: ConnectionUse<C>) => Promise<T>;

/** The pools of one executor. */
export function createServerPools<C, R>(
  connections: ServerConnections<C, R>,
  limits: Omit<ConnectionSourceBounds, 'timeoutQueue'>,
): ServerPools<C, R> {
  const bounds = { ...limits, timeoutQueue: createTimeoutQueue() };
  const reads = { ...bounds, acquire: () => connections.acquireForRead() };
  const writes = { ...bounds, acquire: () => connections.acquireForWrite() };
  const runners = { ...bounds, acquire: () => connections.acquireRunner() };
  const withReadConnection = createReadPool(reads, connections.readPoolSize);
  const primary = createConnectionPool(writes);
  const observed = createConnectionPool(runners, primary.circuitBreaker);
  return {
    read: (scans, work, signal) => {
      const clients = toList(signal);
      return retryOnConflict(() => withReadConnection(scans, work, clients));
    },
    readTogether: (work, clients) => retryOnConflict(() => withReadConnection(noScans, work, clients)),
    write: (work, signal) => {
      const clients = toList(signal);
      return retryOnConflict(() => primary.withConnection(work, clients));
    },
    writeOnRunner: (work, signal) => {
      const clients = toList(signal);
      return retryOnConflict(() => observed.withConnection(work, clients));
    },
    ping: () => primary.ping(),
  };
}

/** Those of a read by key. */
export const noScans: readonly TableScan[] = Object.freeze([]);

function toList(signal: AbortSignal | undefined): readonly AbortSignal[] {
  return signal ? [signal] : [];
}
