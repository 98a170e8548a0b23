// What each connection of mysql2 has from its first byte, also where TypeORM checks it out: a listener for its errors, keep-alive,
// and the name of its server. A node of a cluster that fails is used again later. TypeORM uses the same pools.
import type { Connection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { hasOption } from '../connection-options.js';
import { connectMs, keepAliveDelayMs } from '../pool/connect-limits.js';
import { SafeSocket } from '../pool/safe-socket.js';
import { rememberServer } from './mysql-server-identity.js';

/** How a connection of a pool is opened. */
interface ConnectionConfig {
  readonly host?: string;
  readonly port?: number;
  readonly socketPath?: string;
  readonly enableKeepAlive?: boolean;
  keepAliveInitialDelay?: number;
  /** How long a connection may take until it can run statements, in milliseconds. */
  connectTimeout?: number;
  /** Opens the stream; the driver opens its own without it. */
  stream?: unknown;
}

/** The parts of a pool that open and lend connections. */
interface MysqlPool {
  readonly config: { readonly connectionConfig: ConnectionConfig };
  on(event: 'connection' | 'acquire', listener: (connection: Connection) => void): unknown;
}

/** The pools of a cluster, and after how long it uses a node again that has failed, in milliseconds; 0: never. */
interface MysqlCluster {
  readonly _nodes: Readonly<Record<string, { readonly pool: MysqlPool }>>;
  _restoreNodeTimeout: number;
}

/** The pools of TypeORM's MySQL driver: either of them. */
export interface PooledMysql {
  readonly pool?: MysqlPool;
  readonly poolCluster?: MysqlCluster;
}

const knownPools = new WeakSet<MysqlPool | MysqlCluster>();

/** After how long a node of a cluster is used again, in milliseconds. */
const restoreMs = 1_000;

/** Guards the connections of a driver, once. What the user has set in the options of the data source stays. */
export function guardPools({ pool, poolCluster }: PooledMysql, options: DataSource['options']): void {
  if (pool && !knownPools.has(pool)) guardPool(pool, options);
  if (!poolCluster || knownPools.has(poolCluster)) return;
  knownPools.add(poolCluster);
  for (const node of Object.values(poolCluster._nodes)) guardPool(node.pool, options);
  const replication = 'replication' in options ? options.replication : undefined;
  if (!hasOption(replication, 'restoreNodeTimeout')) poolCluster._restoreNodeTimeout = restoreMs;
}

function guardPool(pool: MysqlPool, options: DataSource['options']): void {
  knownPools.add(pool);
  const { connectionConfig } = pool.config;
  connectionConfig.keepAliveInitialDelay ||= keepAliveDelayMs;
  const isLimited = [options, options.extra].some((given) => hasOption(given, 'connectTimeout'));
  if (!isLimited) connectionConfig.connectTimeout = connectMs;
  connectionConfig.stream ??= ({ config }: { readonly config: ConnectionConfig }) => openSocket(config);
  pool.on('connection', guardConnection);
  // Connections from before.
  pool.on('acquire', guardConnection);
}

/** As the driver does. */
function openSocket(config: ConnectionConfig): SafeSocket {
  const { host, port = 3306, socketPath, enableKeepAlive, keepAliveInitialDelay } = config;
  const socket = new SafeSocket();
  if (socketPath) return socket.connect(socketPath);
  socket.connect(port, host ?? 'localhost').setNoDelay(true);
  if (enableKeepAlive) socket.setKeepAlive(true, keepAliveInitialDelay);
  return socket;
}

const knownConnections = new WeakSet<Connection>();

/** The driver removes its own listener after the first error; without one, the next would end the process. */
function guardConnection(connection: Connection): void {
  if (knownConnections.has(connection)) return;
  knownConnections.add(connection);
  connection.on('error', () => undefined);
  rememberServer(connection);
}
