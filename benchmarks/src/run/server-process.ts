// A contestant's server program as a child process, pinned to its core.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AppName, CheckedAppName } from '../app-name.js';
import type { Announcement, Heap, LoopHold, Order, Statements, Usage } from '../serve.js';

export interface ServerProcess {
  readonly port: number;
  /** When the program began to import, Node being up: milliseconds since 1970. */
  readonly begun: number;
  usage(): Promise<Usage>;
  heap(): Promise<Heap>;
  /** The longest hold of its event loop since this was last asked. */
  loopHold(): Promise<LoopHold>;
  /** Only of programs that count them. */
  statements(): Promise<Statements>;
  stop(): Promise<void>;
  /** Lets the program end by itself, which is when Node writes a profile. */
  finish(): Promise<void>;
}

/** How a server program is started. */
export interface ServerSettings {
  readonly nodeArguments?: readonly string[];
  /** Beside what names app and database. */
  readonly environment?: Readonly<Record<string, string>>;
  /** On any core: where it starts processes of its own. */
  readonly anywhere?: boolean;
}

const patience = 30_000;

/**
 * Starts `contestants/<program>.js` and waits until it listens.
 *
 * @throws Error when it ends or stays silent instead.
 */
export async function startServer(
  program: string,
  app: AppName | CheckedAppName,
  databaseUrl: string,
  settings: ServerSettings = {},
): Promise<ServerProcess> {
  const child = spawnServer(program, { BENCH_APP: app, BENCH_DATABASE_URL: databaseUrl }, settings);
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const answers = answersIn(createInterface({ input: child.stdout }));
  const nextAnswer = async () => (await Promise.race([answers.next(), failure(ended, program)])).value;
  const ask = (order: Order) => {
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
      loopHold: async () => (await ask('loop')) as LoopHold,
      statements: async () => (await ask('statements')) as Statements,
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

function spawnServer(
  program: string,
  job: Readonly<Record<string, string>>,
  { nodeArguments = [], environment = {}, anywhere = false }: ServerSettings,
) {
  const args = [...nodeArguments, fileURLToPath(new URL(`../contestants/${program}.js`, import.meta.url))];
  const [command, given] = anywhere ? [process.execPath, args] : pinned(serverCore, process.execPath, args);
  return spawn(command, given, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...job, ...environment },
  });
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

export const serverCore = 0;
export const loadCore = 1;

/** Whether processes are pinned on this machine. */
export const isPinning = spawnSync('taskset', ['-c', String(loadCore), 'true']).status === 0;

/** The command and its arguments that run a program on one core. */
export function pinned(core: number, program: string, args: readonly string[]): [string, string[]] {
  return isPinning ? ['taskset', ['-c', String(core), program, ...args]] : [program, [...args]];
}
