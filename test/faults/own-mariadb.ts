// A MariaDB server of a test's own, of the programs that are installed.
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../support/databases.js';
import { runToEnd, ServerProcess, unprivilegedAccount } from '../support/server-process.js';
import { OwnProcess } from './own-process.js';
import type { Access, OwnServer, ServerBounds } from './own-server.js';

/** What this server keeps in memory is little; what it acknowledges is on the disk. */
const small = ['--innodb-buffer-pool-size=64M', '--innodb-log-file-size=16M', '--performance-schema=OFF'];

export class OwnMariadb extends OwnProcess implements OwnServer {
  readonly database = 'mariadb';
  readonly port: number;
  readonly #folder: string;
  readonly #account = unprivilegedAccount();
  readonly #maxConnections: number;
  readonly #replication: readonly string[];
  protected readonly signals = { orderly: 'SIGTERM', crash: 'SIGKILL' } as const;

  private constructor(
    folder: string,
    port: number,
    { maxConnections = 100, isReplicated = false }: ServerBounds,
  ) {
    super();
    this.#folder = folder;
    this.#maxConnections = maxConnections;
    this.#replication = isReplicated ? ['--log-bin=binlog', '--server-id=1'] : [];
    this.port = port;
  }

  static async make(bounds: ServerBounds = {}): Promise<OwnMariadb> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-mariadb-'));
    const made = new OwnMariadb(folder, await freePort(), bounds);
    made.#install();
    await made.start();
    return made;
  }

  accessBy(port: number): Access {
    const [host, username, database] = ['127.0.0.1', 'root', 'test'];
    return { type: 'mariadb', host, port, username, database, timezone: 'Z' };
  }

  #install(): void {
    chmodSync(this.#folder, 0o755);
    if ('uid' in this.#account) chownSync(this.#folder, this.#account.uid, this.#account.gid);
    const flags = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db'];
    const data = `--datadir=${join(this.#folder, 'data')}`;
    try {
      runToEnd('mariadb-install-db', [...flags, data], this.#folder, this.#account);
    } catch (cause) {
      throw new Error('MariaDB cannot be started here: install mariadb-server.', { cause });
    }
  }

  async start(): Promise<void> {
    const flags = {
      datadir: join(this.#folder, 'data'),
      socket: join(this.#folder, 'socket'),
      'pid-file': join(this.#folder, 'pid'),
      port: this.port,
      'bind-address': '127.0.0.1',
      'max-connections': this.#maxConnections,
      'character-set-server': 'utf8mb4',
      'collation-server': 'utf8mb4_nopad_bin',
    };
    const given = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
    const command = ['--no-defaults', ...given, ...small, ...this.#replication];
    const log = join(this.#folder, 'log');
    this.server = new ServerProcess('mariadbd', command, log, this.#folder, this.#account);
    await this.server.until(() => this.#ask(undefined, ['CREATE DATABASE IF NOT EXISTS test']));
  }

  administer(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    return this.#ask('test', statements);
  }

  async hold(): Promise<() => Promise<void>> {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port: this.port, user: 'root' });
    return () => connection.end();
  }

  async throwOut(): Promise<void> {
    const ids = await this.administer(
      "SELECT id FROM information_schema.PROCESSLIST WHERE id <> CONNECTION_ID() AND user = 'root'",
    );
    // One may have gone by itself meanwhile.
    for (const { id } of ids) await this.administer(`KILL ${String(id)}`).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.stop('crash');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask(
    database: string | undefined,
    statements: readonly string[],
  ): Promise<Record<string, unknown>[]> {
    const access = { host: '127.0.0.1', port: this.port, user: 'root', connectTimeout: 2_000 };
    const connection = await mysql.createConnection(
      database === undefined ? access : { ...access, database },
    );
    try {
      let answer: unknown;
      for (const statement of statements) [answer] = await connection.query<RowDataPacket[]>(statement);
      return Array.isArray(answer) ? (answer as Record<string, unknown>[]) : [];
    } finally {
      await connection.end();
    }
  }
}
