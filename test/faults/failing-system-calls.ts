// Has system calls of a process fail, by strace.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { Program } from '../support/program.js';

/** It only ends a wait that would never end: a busy machine is no failure. */
const limitMs = 60_000;

/** What fails: which calls, with what error, and which of them, as strace's `when` has it. */
export interface FailingCalls {
  readonly calls: string;
  readonly error: string;
  readonly when: string;
}

/** Fails where there is no strace: a fault that is not injected must not count as survived. */
export function requireStrace(): void {
  const { error, status } = spawnSync('strace', ['--version']);
  if (error || status !== 0) throw new Error('There is no strace: install it (apt-get install strace).');
}

export class SystemCalls {
  readonly #strace: ChildProcess;
  readonly #ended: Promise<unknown>;
  #printed = '';

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
    this.#ended = new Promise((end) => strace.once('close', end));
    strace.stderr?.on('data', (text) => (this.#printed += String(text)));
  }

  /** From now on calls of all threads of the program fail. */
  static async fail({ id }: Program, { calls, error, when }: FailingCalls): Promise<SystemCalls> {
    const inject = `inject=${calls}:error=${error}:when=${when}`;
    const flags = ['-f', '-p', String(id), '-e', `trace=${calls}`, '-e', inject];
    const failing = new SystemCalls(spawn('strace', flags, { stdio: ['ignore', 'ignore', 'pipe'] }));
    const deadline = Date.now() + limitMs;
    while (!failing.#printed.includes('attached')) {
      if (Date.now() > deadline) throw new Error(`strace does not attach: ${failing.#printed}`);
      await new Promise((wake) => setTimeout(wake, 10));
    }
    return failing;
  }

  /** Nothing fails from now on. Answers how many calls did. */
  async heal(): Promise<number> {
    this.#strace.kill('SIGINT');
    await this.#ended;
    return this.#printed.split('(INJECTED)').length - 1;
  }
}
