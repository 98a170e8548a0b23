// A contestant's server program as a child process, pinned to its core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AppName } from '../app-name.js';
import type { Announcement, Heap, Usage } from '../serve.js';
import { pinned, serverCore } from './pinned.js';

export interface ServerProcess {
  readonly port: number;
  /** When the program began to import, Node being up: milliseconds since 1970. */
  readonly begun: number;
  usage(): Promise<Usage>;
  heap(): Promise<Heap>;
  stop(): Promise<void>;
  /** Lets the program end by itself, which is when Node writes a profile. */
  finish(): Promise<void>;
}

const patience = 30_000;

/**
 * Starts `contestants/<program>.js` and waits until it listens.
 *
 * @throws Error when it ends or stays silent instead.
 */
export async function startServer(
  program: string,
  app: AppName,
  databaseUrl: string,
  nodeArguments: readonly string[] = [],
): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`../contestants/${program}.js`, import.meta.url));
  const child = spawn(...pinned(serverCore, process.execPath, [...nodeArguments, file]), {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BENCH_APP: app, BENCH_DATABASE_URL: databaseUrl },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const answers = answersIn(createInterface({ input: child.stdout }));
  const nextAnswer = async () => (await Promise.race([answers.next(), failure(ended, program)])).value;
  const ask = (order: 'usage' | 'heap') => {
    child.stdin.write(`${order}\n`);
    return nextAnswer();
  };
  try {
    const { port, begun } = (await nextAnswer()) as Announcement;
    return {
      port,
      begun,
      usage: async () => (await ask('usage')) as Usage,
      heap: async () => (await ask('heap')) as Heap,
      stop,
      finish: async () => {
        child.stdin.end();
        await ended;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The JSON objects among the lines; frameworks may print something of their own before. */
async function* answersIn(lines: Interface): AsyncGenerator<unknown, never> {
  for await (const line of lines) if (line.startsWith('{')) yield JSON.parse(line);
  throw new Error('The server closed its output.');
}

async function failure(ended: Promise<unknown>, program: string): Promise<never> {
  const late = sleep(patience, undefined, { ref: false }).then(() => 'says nothing');
  const reason = await Promise.race([ended.then(() => 'ended by itself'), late]);
  throw new Error(`The server ${program} ${reason}.`);
}
