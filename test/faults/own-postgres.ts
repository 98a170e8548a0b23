// A PostgreSQL server of a test's own, of the embedded binaries.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, initialise, reachableBinaries, unprivilegedAccount } from '../support/databases.js';
import { ServerProcess } from '../support/server-process.js';
import type { Access, OwnServer, ServerBounds, StopMode } from './own-server.js';

/** Fast throws clients out, immediate crashes. */
const signals = { orderly: 'SIGINT', crash: 'SIGQUIT' } as const;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A deadlock is looked for after a second, which is a long time for tests that make many.
  deadlock_timeout: '20ms',
};

export class OwnPostgres implements OwnServer {
  readonly database = 'postgres';
  readonly port: number;
  readonly #folder: string;
  readonly #account = unprivilegedAccount();
  readonly #bin: string;
  readonly #maxConnections: number;
  readonly #password: string;
  #server: ServerProcess | undefined;

  private constructor(folder: string, port: number, { maxConnections = 100 }: ServerBounds) {
    this.#folder = folder;
    this.port = port;
    this.#maxConnections = maxConnections;
    this.#bin = reachableBinaries(folder, this.#account);
    this.#password = initialise(folder, this.#bin, this.#account);
  }

  static async make(bounds: ServerBounds = {}): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-postgres-'));
    const made = new OwnPostgres(folder, await freePort(), bounds);
    await made.start();
    return made;
  }

  accessBy(port: number): Access & { type: 'postgres' } {
    const [host, username, database] = ['127.0.0.1', 'decorest', 'postgres'];
    return { type: 'postgres', host, port, username, password: this.#password, database };
  }

  async start(): Promise<void> {
    // Who is not a superuser finds none of the places that are kept for superusers: here nobody is one without a place.
    const bounds = { max_connections: this.#maxConnections, superuser_reserved_connections: 0 };
    const flags = Object.entries({ ...settings, ...bounds }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const command = ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...flags];
    this.#server = new ServerProcess(
      join(this.#bin, 'postgres'),
      command,
      join(this.#folder, 'log'),
      this.#folder,
      this.#account ?? {},
    );
    await this.#server.until(() => this.administer('SELECT 1'));
  }

  async stop(mode: StopMode): Promise<void> {
    await this.#server?.end(signals[mode]);
  }

  hang(): void {
    this.#server?.hang();
  }

  wake(): void {
    this.#server?.wake();
  }

  async administer(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    const client = await this.#connected();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  async hold(): Promise<() => Promise<void>> {
    const client = await this.#connected();
    return () => client.end();
  }

  async #connected(): Promise<Client> {
    const url = `postgres://decorest:${this.#password}@127.0.0.1:${this.port}/postgres`;
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  }

  async throwOut(): Promise<void> {
    await this.administer(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
    );
  }

  async remove(): Promise<void> {
    this.wake();
    await this.stop('crash');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
