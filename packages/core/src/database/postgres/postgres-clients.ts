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
      watchClient(this);
    }
  };
  // Clients from before. The pool removes its own listener after this event.
  pool.on('acquire', watchClient);
  pool.on('release', (_, client) => {
    const state = watchClient(client);
    state.pool = pool;
    state.idleSince = performance.now();
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

/** What is known of a client: one object for its whole life. */
export interface ClientState {
  /** Whether its connection has ended. */
  isLost: boolean;
  /** Whether a commit of the client has not waited for its replica. */
  hasUnconfirmedCommit: boolean;
  /** The pool that it was returned to last; null before. */
  pool: ClientPool | null;
  /** When it was returned, by the clock of `performance.now()`. */
  idleSince: number;
}

const states = new WeakMap<Client, ClientState>();

/**
 * Listens to a client from its first check-out or earlier: one without a query emits 'error' when its connection ends, and
 * without a listener that would end the process. Returns what is known of it.
 */
export function watchClient(client: Client): ClientState {
  const known = states.get(client);
  if (known) return known;
  const state: ClientState = { isLost: false, hasUnconfirmedCommit: false, pool: null, idleSince: 0 };
  states.set(client, state);
  client.on('error', () => {
    state.isLost = true;
  });
  client.on('notice', (notice) => {
    if (isOfReplication(notice)) state.hasUnconfirmedCommit = true;
  });
  return state;
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

/** For how long a client was idle before it was lent, in milliseconds. */
export function getIdleMs({ pool, idleSince }: ClientState): number {
  return pool ? performance.now() - idleSince : 0;
}

/** Closes the idle clients of the pool that has lent the client. */
export function closeIdleBeside({ pool }: ClientState): void {
  for (const { client: idle } of [...(pool?._idle ?? [])]) {
    // The pool alone would close it in order, and wait for a server that may be down.
    idle.connection.stream.destroy();
    pool?._remove(idle);
  }
}
