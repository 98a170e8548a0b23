// A PostgreSQL server of a test's own, of the embedded binaries; and others that follow it.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, initialise, reachableBinaries, unprivilegedAccount } from '../support/databases.js';
import { ServerProcess } from '../support/server-process.js';
import { OwnProcess } from './own-process.js';
import type { Access, OwnServer, ServerBounds } from './own-server.js';

const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A deadlock is looked for after a second, which is a long time for tests that make many.
  deadlock_timeout: '20ms',
  // None of them is reserved for superusers, as every user here is one.
  superuser_reserved_connections: '0',
};

/** Where a server is. */
interface Place {
  readonly folder: string;
  readonly bin: string;
  readonly password: string;
}

export class OwnPostgres extends OwnProcess implements OwnServer {
  readonly database = 'postgres';
  readonly port: number;
  readonly #place: Place;
  readonly #account = unprivilegedAccount();
  readonly #settings: Record<string, string>;
  /** Fast throws clients out, immediate crashes. */
  protected readonly signals = { orderly: 'SIGINT', crash: 'SIGQUIT' } as const;

  private constructor(place: Place, port: number, settings: Readonly<Record<string, string>>) {
    super();
    this.#place = place;
    this.port = port;
    this.#settings = { ...common, ...settings };
  }

  static async make({ maxConnections = 100 }: ServerBounds = {}): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-postgres-'));
    const bin = reachableBinaries(folder, unprivilegedAccount());
    const password = initialise(folder, bin, unprivilegedAccount());
    const settings = { max_connections: String(maxConnections) };
    const made = new OwnPostgres({ folder, bin, password }, await freePort(), settings);
    await made.start();
    return made;
  }

  /** Starts a standby of this server, which is stopped for the moment of its copy and removed together with it. */
  async makeStandby(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
    const { folder } = this.#place;
    await this.stop('orderly');
    const place = { ...this.#place, folder: join(folder, 'standby') };
    execFileSync('mkdir', [place.folder]);
    execFileSync('cp', ['-a', join(folder, 'data'), place.folder]);
    if (this.#account) chownSync(place.folder, this.#account.uid, this.#account.gid);
    const standby = new OwnPostgres(place, await freePort(), { ...this.#settings, ...settings });
    standby.follow(this);
    await Promise.all([this.start(), standby.start()]);
    return standby;
  }

  /** From its next start on it is a standby of another server. */
  follow({ port }: OwnPostgres): void {
    const { folder, password } = this.#place;
    const signal = join(folder, 'data', 'standby.signal');
    writeFileSync(signal, '');
    if (this.#account) chownSync(signal, this.#account.uid, this.#account.gid);
    this.#settings.primary_conninfo = `host=127.0.0.1 port=${port} user=decorest password=${password}`;
  }

  accessBy(port: number): Access & { type: 'postgres' } {
    const [host, username, database] = ['127.0.0.1', 'decorest', 'postgres'];
    return { type: 'postgres', host, port, username, password: this.#place.password, database };
  }

  async start(): Promise<void> {
    const { folder, bin } = this.#place;
    const flags = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = ['-D', join(folder, 'data'), '-p', String(this.port), ...flags];
    const log = join(folder, 'log');
    this.server = new ServerProcess(join(bin, 'postgres'), command, log, folder, this.#account ?? {});
    await this.server.until(() => this.administer('SELECT 1'));
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
    const url = `postgres://decorest:${this.#place.password}@127.0.0.1:${this.port}/postgres`;
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
    rmSync(this.#place.folder, { recursive: true, force: true });
  }
}
