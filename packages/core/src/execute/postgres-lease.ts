// Connections of node-postgres on loan: given back, closed, or stopped by a CancelRequest.
import { connect } from 'node:net';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Lease } from './lease.js';

/** The pool's own way to take a connection back; with an error, to close it. */
export type Release = (error?: Error | boolean) => void;

/** A connection of a pool. */
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
    // The pool would say goodbye in order, and wait for a server that may be away.
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

/** A lent client that loses its connection between two statements says so to nobody, which would end the process. */
function listenForLoss(client: Client): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}

/** TypeORM's own runner, for transactions that its listeners take part in. */
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
    // The runner hears of the loss and gives the client up; released before, it would go back into the pool as if sound.
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

/** What a client knows of its server process beyond its public types. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * Stops the running statement of a client; resolves when the server has closed the request's connection, by which time
 * the signal has been sent, and rejects when it does not. Without TLS, as PostgreSQL's own library did until version 17: the key is worth nothing else.
 */
function cancelStatement(client: Client & BackendKey): Promise<void> {
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve, reject) => {
    socket
      .setTimeout(longestMs, () => socket.destroy(new Error('The server did not take the order to stop.')))
      .on('error', reject)
      .once('close', () => {
        resolve();
      })
      .end(cancelRequest(processID, secretKey))
      .resume();
  });
}

/** Length, code, process, key: four integers of 32 bits. */
function cancelRequest(processID: number, secretKey: number): Buffer {
  const request = Buffer.alloc(16);
  [16, cancelCode, processID, secretKey].forEach((value, at) => request.writeInt32BE(value, at * 4));
  return request;
}
