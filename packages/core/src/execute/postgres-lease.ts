// Connections of node-postgres on loan: given back, closed, or stopped by a CancelRequest.
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Lease } from './lease.js';
import { cancelStatement } from './postgres-cancel.js';

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
  readonly runner: QueryRunner;
  readonly client: Client;
}

export async function runnerLease(dataSource: DataSource): Promise<Lease<FollowedConnection>> {
  const runner = dataSource.createQueryRunner('master');
  const client = (await runner.connect()) as Client;
  listenForLoss(client);
  return {
    connection: { runner, client },
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
