// Shared by all server programs: the job comes from the environment, the port goes to standard output, and
// the program ends with its standard input. Knows nothing of HTTP frameworks.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { type AppName, type CheckedAppName, isAppName, isCheckedAppName } from './app-name.js';

export interface Job<App extends AppName | CheckedAppName = AppName> {
  readonly app: App;
  /** `sqlite:<file>`, `postgres://...` or `mariadb://...`; tables and rows are there. */
  readonly databaseUrl: string;
}

/** Printed by a server program when it listens. */
export interface Announcement {
  readonly port: number;
  /** When it began to import, Node being up: milliseconds since 1970. */
  readonly begun: number;
}

/** The answer to the line `usage`. */
export interface Usage {
  /** Processor time so far, user and system, in microseconds. */
  readonly cpu: number;
  /** Most memory so far, in bytes. */
  readonly peakMemory: number;
}

/** The answer to the line `heap`: memory in use after a collection. */
export interface Heap {
  /** JavaScript's objects, in bytes. */
  readonly heap: number;
  /** Memory of the whole process, in bytes. */
  readonly resident: number;
}

/** The answer to the line `loop`. */
export interface LoopHold {
  /** In milliseconds: how long nothing else could run, at most, since the last time that this was asked. */
  readonly longestHold: number;
}

/** The lines that a server program answers. */
export type Order = 'usage' | 'heap' | 'loop' | 'statements';

/** The answer to the line `statements`. */
export interface Statements {
  /** Calls of `countStatement` since the program began. */
  readonly statements: number;
}

let statements = 0;

export function countStatement(): void {
  statements += 1;
}

const orders = createInterface({ input: process.stdin });

/**
 * Reads the job. From now on the program ends with its standard input, so that none outlives the bench.
 *
 * @throws Error when the environment does not name an app and a database.
 */
export function jobOfEnvironment(): Job {
  return jobAmong(isAppName);
}

/** As `jobOfEnvironment`, in the programs of the checks. */
export function checkedJobOfEnvironment(): Job<CheckedAppName> {
  return jobAmong(isCheckedAppName);
}

function jobAmong<App extends AppName | CheckedAppName>(
  isKnown: (text: string | undefined) => text is App,
): Job<App> {
  orders.on('close', () => process.exit());
  const { BENCH_APP: app, BENCH_DATABASE_URL: databaseUrl } = process.env;
  if (!isKnown(app) || !databaseUrl) throw new Error('BENCH_APP and BENCH_DATABASE_URL are not set.');
  return { app, databaseUrl };
}

/** Listens on a free port of this machine. */
export function serve(server: Server): void {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    announce((server.address() as AddressInfo).port);
  });
}

/** For frameworks that listen by themselves. */
export function announce(port: number): void {
  orders.on('line', (order) => {
    answer(order);
  });
  print({ port, begun: performance.timeOrigin + performance.nodeTiming.bootstrapComplete });
}

function answer(order: string): void {
  if (order === 'loop') loopHold(print);
  else if (order === 'statements') print({ statements });
  else print(order === 'heap' ? heap() : usage());
}

function print(said: Announcement | Usage | Heap | LoopHold | Statements): void {
  console.log(JSON.stringify(said));
}

/** Collected only where the program was started with --expose-gc. */
function heap(): Heap {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, resident: rss };
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, peakMemory: peakMemory() };
}

/** On Linux `maxRSS` begins with the memory of the program that started this one. */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Of the ticks that are measured, and of the wait before they are read: the tick after a hold must have come. */
const tickMilliseconds = 1;
const nanosecondsPerMillisecond = 1e6;

let ticks: ReturnType<typeof monitorEventLoopDelay> | undefined;

/** Reports the longest hold since the last call; 0 at the first call. */
export function loopHold(report: (hold: LoopHold) => void): void {
  ticks ??= startTicks();
  const measured = ticks;
  setTimeout(() => {
    const longest = measured.count === 0 ? 0 : measured.max / nanosecondsPerMillisecond - tickMilliseconds;
    measured.reset();
    report({ longestHold: Math.max(0, longest) });
  }, 2 * tickMilliseconds);
}

function startTicks(): ReturnType<typeof monitorEventLoopDelay> {
  const made = monitorEventLoopDelay({ resolution: tickMilliseconds });
  made.enable();
  return made;
}
