// What each connection of node-postgres has from its first byte, whoever checks it out: a listener for its errors, a limit for
// the time that it may take to connect, and keep-alive. TypeORM uses the same pools.
import type { Client, ClientConfig } from 'pg';
import { connectMs, keepAliveDelayMs } from '../pool/connect-limits.js';
import { SafeSocket } from '../pool/safe-socket.js';

/** The parts of a pool of node-postgres that create and lend clients. */
export interface ClientPool {
  /** Creates a client of the pool's options. */
  Client: new (options: ClientConfig) => Client;
  on(event: 'acquire', listener: (client: Client) => void): unknown;
  on(event: 'release', listener: (error: unknown, client: Client) => void): unknown;
  /** The idle clients. */
  readonly _idle: readonly { readonly client: Client }[];
  /** Takes an idle client out of the pool, and ends it. */
  _remove(client: Client): void;
}

const knownPools = new WeakSet<ClientPool>();

/** Guards the clients of a pool, once. What the user has set in the options of the pool stays. */
export function guardPool(pool: ClientPool): void {
  if (knownPools.has(pool)) return;
  knownPools.add(pool);
  const { Client: Unguarded } = pool;
  pool.Client = class extends Unguarded {
    constructor(options: ClientConfig) {
      super(addConnectLimits(options));
      guardClient(this);
    }
  };
  // Clients from before. The pool removes its own listener after this event.
  pool.on('acquire', guardClient);
  pool.on('release', (_, client) => {
    idleClients.set(client, { pool, since: performance.now() });
  });
}

function addConnectLimits(options: ClientConfig): ClientConfig {
  const { password, connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis, stream } = options;
  return {
    ...options,
    // The pool hides it from such copies.
    ...(password === undefined ? {} : { password }),
    connectionTimeoutMillis: connectionTimeoutMillis ?? connectMs,
    keepAlive: keepAlive ?? true,
    keepAliveInitialDelayMillis: keepAliveInitialDelayMillis ?? keepAliveDelayMs,
    stream: stream ?? (() => new SafeSocket()),
  };
}

const knownClients = new WeakSet<Client>();
const lostClients = new WeakSet<Client>();
const unconfirmedClients = new WeakSet<Client>();
/** Clients that have been returned to their pool, and when. */
const idleClients = new WeakMap<Client, { readonly pool: ClientPool; readonly since: number }>();

/** A client without a query emits 'error' when its connection ends; without a listener that would end the process. */
function guardClient(client: Client): void {
  if (knownClients.has(client)) return;
  knownClients.add(client);
  client.on('error', () => {
    lostClients.add(client);
  });
  client.on('notice', (notice) => {
    if (isOfReplication(notice)) unconfirmedClients.add(client);
  });
}

/** The source of a notice of the server. */
interface NoticeMessage {
  readonly file?: string | undefined;
  readonly routine?: string | undefined;
}

/** The place in PostgreSQL that warns, in any language: `canceling wait for synchronous replication` (src/backend/replication). */
function isOfReplication({ file, routine }: NoticeMessage): boolean {
  return file === 'syncrep.c' || routine === 'SyncRepWaitForLSN';
}

/** Whether a commit of the client has not waited for its replica. */
export function hasUnconfirmedCommit(client: Client): boolean {
  return unconfirmedClients.has(client);
}

/** Whether the connection of a client has ended. */
export function isLost(client: Client): boolean {
  return lostClients.has(client);
}

/** For how long a client was idle before it was lent, in milliseconds. */
export function getIdleMs(client: Client): number {
  const idle = idleClients.get(client);
  return idle ? performance.now() - idle.since : 0;
}

/** Closes the idle clients of the pool that has lent the client. */
export function closeIdleBeside(client: Client): void {
  const pool = idleClients.get(client)?.pool;
  for (const { client: idle } of [...(pool?._idle ?? [])]) {
    // The pool alone would close it in order, and wait for a server that may be down.
    idle.connection.stream.destroy();
    pool?._remove(idle);
  }
}
