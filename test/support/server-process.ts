// A database server of a test's own: a process, its log, and its end.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Database servers refuse to run as root; `nobody` exists on every Linux and needs no account to be created. */
export function unprivilegedAccount(): Account | Record<string, never> {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * A server and its installer keep their temporary files to themselves: a MariaDB server that starts deletes those of every
 * other server in its `tmpdir`.
 */
function ownTemporaryFiles(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: folder };
}

/** Runs a command to its end; fails with what it printed. */
export function runToEnd(
  command: string,
  flags: readonly string[],
  folder: string,
  account: Partial<Account>,
): void {
  const run = spawnSync(command, flags, {
    ...account,
    cwd: folder,
    env: ownTemporaryFiles(folder),
    encoding: 'utf8',
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`${command} failed:\n${run.stderr || run.stdout}`);
}

const startLimitMs = 90_000;

/** One running server. */
export class ServerProcess {
  readonly #process: ChildProcess;
  readonly #log: string;
  #hasEnded = false;
  /** Settles when it has ended, by itself or not. */
  readonly ended: Promise<unknown>;

  constructor(
    command: string,
    flags: readonly string[],
    log: string,
    folder: string,
    account: Partial<Account>,
  ) {
    const output = openSync(log, 'a');
    this.#log = log;
    this.#process = spawn(command, flags, {
      ...account,
      cwd: folder,
      env: ownTemporaryFiles(folder),
      stdio: ['ignore', output, output],
    });
    // A program that cannot be started has an error instead of an end.
    this.ended = new Promise((end) => this.#process.once('exit', end).once('error', end)).then((end) => {
      this.#hasEnded = true;
      return end;
    });
  }

  /** What it has written so far. */
  get log(): string {
    return readFileSync(this.#log, 'utf8');
  }

  /** Waits until `connect` succeeds; ends the server and fails with its log when it has ended, or after 90 s. */
  async until(connect: () => Promise<unknown>): Promise<void> {
    const deadline = Date.now() + startLimitMs;
    for (;;) {
      const reached = await connect().then(
        () => true,
        () => false,
      );
      if (reached) return;
      if (this.#hasEnded || Date.now() > deadline) {
        await this.kill();
        const { spawnfile, exitCode, signalCode } = this.#process;
        const state = exitCode ?? signalCode ?? 'no start';
        throw new Error(`${spawnfile} did not become ready (${state}):\n${this.log.slice(-4000)}`);
      }
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }

  /** Ends it at once, as a crash does. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends it by a signal, and waits until it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#process.kill(signal);
    await this.ended;
  }

  /** Stops it and its children where they are: connections stay open, nothing answers. */
  hang(): void {
    this.#process.kill('SIGSTOP');
    for (const child of this.#children()) signal(child, 'SIGSTOP');
  }

  /** Lets them go on. */
  wake(): void {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    for (const child of this.#children()) signal(child, 'SIGCONT');
    this.#process.kill('SIGCONT');
  }

  #children(): number[] {
    const pid = String(this.#process.pid);
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  }
}

/** A child may have ended by itself since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // Not `instanceof Error`: what the system throws is of another realm than the test.
    if (!(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH'))
      throw error;
  }
}
