// PgBouncer before a PostgreSQL server, in transaction mode: each transaction of a client may have another connection.
import { chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access } from '../faults/own-server.js';
import { connect } from 'node:net';
import { freePort } from '../support/program.js';
import { ServerProcess, unprivilegedAccount } from '../support/server-process.js';

export class OwnPgbouncer {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ServerProcess;
  #hasEnded = false;

  private constructor(port: number, folder: string, process: ServerProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = process;
    void process.ended.then(() => {
      this.#hasEnded = true;
    });
  }

  /** Starts it before a server. `settings` are lines of its configuration. */
  static async before(access: Access, settings: readonly string[] = []): Promise<OwnPgbouncer> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-pgbouncer-'));
    const account = unprivilegedAccount();
    const port = await freePort();
    const { host, username, password, database } = access as Required<Access>;
    const lines = [
      '[databases]',
      `* = host=${host} port=${access.port} dbname=${database} user=${username} password=${String(password)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 4',
      ...settings,
    ];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, lines.join('\n'));
    if ('uid' in account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
    const process = new ServerProcess('pgbouncer', [file], join(folder, 'log'), folder, account);
    await process.until(
      () =>
        new Promise<void>((reached, failed) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.destroy();
            reached();
          }).on('error', failed);
        }),
    );
    return new OwnPgbouncer(port, folder, process);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  async remove(): Promise<void> {
    await this.#process.end('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
