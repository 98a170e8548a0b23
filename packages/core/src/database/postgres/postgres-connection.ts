// Checked-out connections of node-postgres: how they are returned, closed, and cancelled by a CancelRequest.
import { connect } from 'node:net';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { isInstance } from '../../vocabulary/is-instance.js';
import type { PooledConnection } from '../pool/pooled-connection.js';
import { closeIdleBeside, getIdleMs, watchClient, type ClientState } from './postgres-clients.js';

/** The pool's callback to return a connection; with an error, to close it. */
export type ReleaseClient = (error?: Error | boolean) => void;

/** Checks a connection out of a pool. */
export async function createPostgresConnection(
  connecting: Promise<[Client, ReleaseClient]>,
): Promise<PooledConnection<Client>> {
  const [client, release] = await connecting;
  return new PostgresConnection(client, release);
}

class PostgresConnection implements PooledConnection<Client> {
  readonly connection: Client;
  readonly #release: ReleaseClient;
  readonly #state: ClientState;

  constructor(client: Client, release: ReleaseClient) {
    this.connection = client;
    this.#release = release;
    this.#state = watchClient(client);
  }

  release(): undefined {
    this.#release();
  }

  destroy(reason: unknown): void {
    // The pool alone would close it in order, and wait for a server that may be down.
    this.connection.connection.stream.destroy();
    this.#release(isInstance(reason, Error) ? reason : true);
  }

  cancel(): Promise<void> {
    return sendCancelRequest(this.connection);
  }

  ping(): Promise<unknown> {
    return this.connection.query('SELECT 1');
  }

  hasUnconfirmedCommit(): boolean {
    return this.#state.hasUnconfirmedCommit;
  }

  isLost(): boolean {
    return this.#state.isLost;
  }

  idleMs(): number {
    return getIdleMs(this.#state);
  }

  closeIdle(): void {
    closeIdleBeside(this.#state);
  }
}

/** A connection with TypeORM's own runner, for transactions that its listeners take part in. */
export interface RunnerConnection {
  readonly dataSource: DataSource;
  readonly runner: QueryRunner;
  readonly client: Client;
}

export async function createRunnerConnection(
  dataSource: DataSource,
): Promise<PooledConnection<RunnerConnection>> {
  const runner = dataSource.createQueryRunner('master');
  const client = (await runner.connect()) as Client;
  const state = watchClient(client);
  return {
    connection: { dataSource, runner, client },
    release: () => runner.release(),
    // The runner returns the client to the pool, which removes one that is ending.
    destroy: () => {
      client.connection.stream.destroy();
      void client.end();
      runner.release().catch(() => undefined);
    },
    cancel: () => sendCancelRequest(client),
    ping: () => client.query('SELECT 1'),
    hasUnconfirmedCommit: () => state.hasUnconfirmedCommit,
    isLost: () => state.isLost,
    idleMs: () => getIdleMs(state),
    closeIdle: () => {
      closeIdleBeside(state);
    },
  };
}

const cancelCode = 80_877_102;
const maxCancelMs = 1_000;

/** The members of a client beyond its public types that identify its server process. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * Cancels the running statement of a client with a CancelRequest, which needs no login. Resolves when the server has closed
 * the connection of the request, which it does after sending the signal. Rejects when it does not in time. As PostgreSQL's own
 * library does it: its side stays open until then, since PgBouncer 1.18 crashes otherwise; and without TLS, as until version
 * 17: the key serves no other purpose.
 */
function sendCancelRequest(client: Client & BackendKey): Promise<void> {
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const timer = setTimeout(() => {
    socket.destroy(new Error('The server did not accept the cancel request in time.'));
  }, maxCancelMs);
  return new Promise((resolve, reject) => {
    socket
      .on('error', reject)
      .once('close', () => {
        clearTimeout(timer);
        resolve();
      })
      .resume()
      .write(buildCancelRequest(processID, secretKey));
  });
}

/** Four integers of 32 bits: length, code, process, key. */
function buildCancelRequest(processID: number, secretKey: number): Buffer {
  const request = Buffer.alloc(16);
  [16, cancelCode, processID, secretKey].forEach((value, at) => request.writeInt32BE(value, at * 4));
  return request;
}
