// Checked-out connections of node-postgres: how they are returned, closed, and cancelled by a CancelRequest.
import { connect } from 'node:net';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Lease } from './lease.js';

/** The pool's callback to return a connection; with an error, to close it. */
export type Release = (error?: Error | boolean) => void;

/** Checks a connection out of a pool. */
export async function leased(connecting: Promise<[Client, Release]>): Promise<Lease<Client>> {
  const [client, release] = await connecting;
  listenForLoss(client);
  return new PooledConnection(client, release);
}

class PooledConnection implements Lease<Client> {
  readonly connection: Client;
  readonly #release: Release;

  constructor(client: Client, release: Release) {
    this.connection = client;
    this.#release = release;
  }

  giveBack(): undefined {
    this.#release();
  }

  discard(reason: unknown): void {
    // The pool alone would close it in order, and wait for a server that may be down.
    this.connection.connection.stream.destroy();
    this.#release(reason instanceof Error ? reason : true);
  }

  cancel(): Promise<void> {
    return cancelStatement(this.connection);
  }

  ping(): Promise<unknown> {
    return this.connection.query('SELECT 1');
  }
}

const heard = new WeakSet<Client>();

/** An idle checked-out client emits 'error' when its connection drops; without a listener that would crash the process. */
function listenForLoss(client: Client): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}

/** A connection with TypeORM's own runner, for transactions that its listeners take part in. */
export interface FollowedConnection {
  readonly dataSource: DataSource;
  readonly runner: QueryRunner;
  readonly client: Client;
}

export async function runnerLease(dataSource: DataSource): Promise<Lease<FollowedConnection>> {
  const runner = dataSource.createQueryRunner('master');
  const client = (await runner.connect()) as Client;
  listenForLoss(client);
  return {
    connection: { dataSource, runner, client },
    giveBack: () => runner.release(),
    // After 'end', the runner removes the client from the pool. Released before, it would return as a sound one.
    discard: () => {
      client.once('end', () => {
        runner.release().catch(() => undefined);
      });
      client.connection.stream.destroy();
    },
    cancel: () => cancelStatement(client),
    ping: () => client.query('SELECT 1'),
  };
}

const cancelCode = 80_877_102;
const longestMs = 1_000;

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
function cancelStatement(client: Client & BackendKey): Promise<void> {
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve, reject) => {
    socket
      .setTimeout(longestMs, () =>
        socket.destroy(new Error('The server did not accept the cancel request in time.')),
      )
      .on('error', reject)
      .once('close', () => {
        resolve();
      })
      .end(cancelRequest(processID, secretKey))
      .resume();
  });
}

/** Four integers of 32 bits: length, code, process, key. */
function cancelRequest(processID: number, secretKey: number): Buffer {
  const request = Buffer.alloc(16);
  [16, cancelCode, processID, secretKey].forEach((value, at) => request.writeInt32BE(value, at * 4));
  return request;
}
