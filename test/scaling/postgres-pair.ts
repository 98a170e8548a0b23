// A PostgreSQL primary with a streaming replica in one temporary folder, each on a port of its own.
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../support/program.js';
import { runToEnd, ServerProcess, unprivilegedAccount, type Account } from '../support/server-process.js';

/** What docs/guide/scaling.md names as the tested configuration; the rest is for a server in a test. */
const tested = { wal_level: 'replica', hot_standby: 'on', synchronous_commit: 'remote_apply' };
const small = { shared_buffers: '32MB', max_connections: '100', unix_socket_directories: '' };

/** Where the servers of a pair are, and whose they are. */
interface Place {
  readonly folder: string;
  readonly account: Partial<Account>;
}

export class PostgresPair {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  readonly #folder: string;

  private constructor(folder: string, primary: PostgresServer, replica: PostgresServer) {
    this.#folder = folder;
    this.primary = primary;
    this.replica = replica;
  }

  /** Starts both; a commit on the primary waits until the replica shows it. */
  static async start(): Promise<PostgresPair> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'decorest-pair-'));
    const account = unprivilegedAccount();
    chmodSync(folder, 0o755);
    if ('uid' in account) chownSync(folder, account.uid, account.gid);
    const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
    const initialise = [`--pgdata=${first}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'];
    runToEnd(binary('initdb'), [...initialise, '--locale=C', '--no-sync'], folder, account);
    const primary = await PostgresServer.start(first, folder, account);
    try {
      return await PostgresPair.#follow(primary, second, { folder, account });
    } catch (error) {
      await primary.kill();
      throw error;
    }
  }

  /** Adds the replica of a primary. */
  static async #follow(
    primary: PostgresServer,
    second: string,
    { folder, account }: Place,
  ): Promise<PostgresPair> {
    const from = [
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'postgres',
      '-D',
      second,
      '-R',
      '-X',
      'stream',
    ];
    runToEnd(binary('pg_basebackup'), [...from, '-c', 'fast', '--no-sync'], folder, account);
    const replica = await PostgresServer.start(second, folder, account);
    const pair = new PostgresPair(folder, primary, replica);
    try {
      await pair.synchronise(true);
      return pair;
    } catch (error) {
      await replica.kill();
      throw error;
    }
  }

  /** Whether commits wait for the replica. */
  async synchronise(on: boolean): Promise<void> {
    await this.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${on ? '*' : ''}'`);
    await this.primary.query('SELECT pg_reload_conf()');
    // Sessions learn of it a moment later.
    for (;;) {
      const [row] = await this.primary.query<{ synchronous_standby_names: string }>(
        'SHOW synchronous_standby_names',
      );
      if ((row?.synchronous_standby_names === '*') === on) return;
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.kill(), this.replica.kill()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** One server of the pair. */
export class PostgresServer {
  readonly port: number;
  readonly #data: string;
  readonly #account: Partial<Account>;
  readonly #process: ServerProcess;

  private constructor(port: number, data: string, account: Partial<Account>, process: ServerProcess) {
    this.port = port;
    this.#data = data;
    this.#account = account;
    this.#process = process;
  }

  static async start(data: string, folder: string, account: Partial<Account>): Promise<PostgresServer> {
    const port = await freePort();
    const settings = { listen_addresses: '127.0.0.1', ...tested, ...small };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = ['-D', data, '-p', String(port), ...flags];
    const process = new ServerProcess(binary('postgres'), command, `${data}.log`, folder, account);
    const server = new PostgresServer(port, data, account, process);
    await process.until(() => server.query('SELECT 1'));
    return server;
  }

  async query<Row>(sql: string): Promise<Row[]> {
    const client = new Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Promotes a replica to a primary that waits for no standby. */
  async promote(): Promise<void> {
    runToEnd(binary('pg_ctl'), ['promote', '-D', this.#data, '-w'], '/', this.#account);
    await this.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await this.query('SELECT pg_reload_conf()');
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }
}

const installed = '/usr/lib/postgresql';

/** A program of the newest server that is installed. */
function binary(name: string): string {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(installed, version, 'bin', name)).find(existsSync);
  if (found === undefined) throw new Error(`There is no ${name} below ${installed}: install postgresql.`);
  return found;
}
