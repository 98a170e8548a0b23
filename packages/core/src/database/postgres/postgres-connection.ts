// Checked-out connections of node-postgres: how they are returned, closed, and cancelled by a CancelRequest.
import { connect } from 'node:net';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { PooledConnection } from '../pool/pooled-connection.js';

/** The pool's callback to return a connection; with an error, to close it. */
export type ReleaseClient = (error?: Error | boolean) => void;

/** Checks a connection out of a pool. */
export async function createPostgresConnection(
  connecting: Promise<[Client, ReleaseClient]>,
): Promise<PooledConnection<Client>> {
  const [client, release] = await connecting;
  addErrorListener(client);
  return new PostgresConnection(client, release);
}

class PostgresConnection implements PooledConnection<Client> {
  readonly connection: Client;
  readonly #release: ReleaseClient;

  constructor(client: Client, release: ReleaseClient) {
    this.connection = client;
    this.#release = release;
  }

  release(): undefined {
    this.#release();
  }

  destroy(reason: unknown): void {
    // The pool alone would close it in order, and wait for a server that may be down.
    this.connection.connection.stream.destroy();
    this.#release(reason instanceof Error ? reason : true);
  }

  cancel(): Promise<void> {
    return sendCancelRequest(this.connection);
  }

  ping(): Promise<unknown> {
    return this.connection.query('SELECT 1');
  }
}

const clientsWithListener = new WeakSet<Client>();

/** An idle checked-out client emits 'error' when its connection drops; without a listener that would crash the process. */
function addErrorListener(client: Client): void {
  if (clientsWithListener.has(client)) return;
  clientsWithListener.add(client);
  client.on('error', () => undefined);
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
  addErrorListener(client);
  return {
    connection: { dataSource, runner, client },
    release: () => runner.release(),
    // After 'end', the runner removes the client from the pool. Released before, it would return as a sound one.
    destroy: () => {
      client.once('end', () => {
        runner.release().catch(() => undefined);
      });
      client.connection.stream.destroy();
    },
    cancel: () => sendCancelRequest(client),
    ping: () => client.query('SELECT 1'),
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
 * the connection of the request, which it does after sending the signal. Rejects when it does not in time. Without TLS, like
 * PostgreSQL's own library until version 17: the key serves no other purpose.
 */
function sendCancelRequest(client: Client & BackendKey): Promise<void> {
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve, reject) => {
    socket
      .setTimeout(maxCancelMs, () =>
        socket.destroy(new Error('The server did not accept the cancel request in time.')),
      )
      .on('error', reject)
      .once('close', () => {
        resolve();
      })
      .end(buildCancelRequest(processID, secretKey))
      .resume();
  });
}

/** Four integers of 32 bits: length, code, process, key. */
function buildCancelRequest(processID: number, secretKey: number): Buffer {
  const request = Buffer.alloc(16);
  [16, cancelCode, processID, secretKey].forEach((value, at) => request.writeInt32BE(value, at * 4));
  return request;
}
