// A program in a process of its own: what it prints, and how it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** It only ends a wait that would never end: a busy machine is no failure. */
const limitMs = 60_000;

/** What ends a process that nothing else has ended. */
const crashSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
]);

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class Program {
  readonly ended: Promise<Ending>;
  readonly #process: ChildProcess;
  #printed = '';
  #errors = '';

  /** Runs a JavaScript file with the environment variables given beside our own. */
  constructor(file: string, environment: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...environment };
    this.#process = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process.stdout?.on('data', (text) => (this.#printed += String(text)));
    this.#process.stderr?.on('data', (text) => (this.#errors += String(text)));
    this.ended = new Promise((end) => {
      this.#process.once('close', (code, signal) => {
        end({ code, signal });
      });
    });
  }

  /** Its id among the system's processes. */
  get id(): number {
    return this.#process.pid ?? 0;
  }

  /** Standard output so far. */
  get printed(): string {
    return this.#printed;
  }

  /** Standard error so far. */
  get errors(): string {
    return this.#errors;
  }

  /** Waits for a condition; fails when the program ends before, or after a minute. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (!(await condition())) {
      if (this.#hasEnded || Date.now() > deadline) {
        throw new Error(`The program did not get there. It printed:\n${this.printed}${this.errors}`);
      }
      await new Promise((wake) => setTimeout(wake, 25));
    }
  }

  /** By itself, or by a signal: who still waits for it would hold Jest up. */
  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }

  /** Fails when it has ended by itself and not well: by an unhandled rejection, or for want of memory. */
  requireNoCrash(): void {
    const { exitCode, signalCode } = this.#process;
    if ((exitCode !== null && exitCode !== 0) || (signalCode !== null && crashSignals.has(signalCode))) {
      const ending = signalCode ?? String(exitCode);
      throw new Error(`The program ended with ${ending}. It printed:\n${this.printed}${this.errors}`);
    }
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((open) => probe.listen(0, open));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
