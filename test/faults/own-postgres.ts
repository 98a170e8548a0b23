// A PostgreSQL server of a test's own, to be stopped, killed and held. Its data is safe against a crash, as in earnest.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, initialise, reachableBinaries, ready, unprivilegedAccount } from '../support/databases.js';

/** Smart waits for clients, fast throws them out, immediate crashes. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export class OwnPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #account = unprivilegedAccount();
  readonly #bin: string;
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.#bin = reachableBinaries(folder, this.#account);
    const password = initialise(folder, this.#bin, this.#account);
    this.url = `postgres://decorest:${password}@127.0.0.1:${port}/postgres`;
  }

  static async make(): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-postgres-'));
    const made = new OwnPostgres(folder, await freePort());
    await made.start();
    return made;
  }

  async start(): Promise<void> {
    const log = join(this.#folder, 'log');
    const output = openSync(log, 'a');
    const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    this.#server = spawn(
      join(this.#bin, 'postgres'),
      ['-D', join(this.#folder, 'data'), '-p', String(this.#port), ...flags],
      { ...this.#account, cwd: this.#folder, stdio: ['ignore', output, output] },
    );
    await ready(this.#server, this.url, log);
  }

  async stop(mode: keyof typeof signals): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((end) => server.once('exit', end));
    server.kill(signals[mode]);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
