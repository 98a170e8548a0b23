// What every server program shares: what to serve comes from the environment, the port goes to standard output, and
// the program ends with its standard input. Knows nothing of HTTP frameworks.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { isAppName, type AppName } from './app-name.js';

export interface Job {
  readonly app: AppName;
  /** `sqlite:<file>` or `postgres://...`; tables and rows are there. */
  readonly databaseUrl: string;
}

/** What a server program says when it listens. */
export interface Announcement {
  readonly port: number;
  /** When it began to import, Node being up: milliseconds since 1970. */
  readonly begun: number;
}

/** What a server program answers to the line `usage`. */
export interface Usage {
  /** Processor time so far, user and system, in microseconds. */
  readonly cpu: number;
  /** Most memory so far, in bytes. */
  readonly peakMemory: number;
}

/** What it answers to the line `heap`: memory that is in use, everything else having been collected. */
export interface Heap {
  /** JavaScript's objects, in bytes. */
  readonly heap: number;
  /** Memory of the whole process, in bytes. */
  readonly resident: number;
}

const orders = createInterface({ input: process.stdin });

/**
 * What to serve. From now on the program ends with its standard input, so that none outlives the bench.
 *
 * @throws Error when the environment does not name an app and a database.
 */
export function jobOfEnvironment(): Job {
  orders.on('close', () => process.exit());
  const { BENCH_APP: app, BENCH_DATABASE_URL: databaseUrl } = process.env;
  if (!isAppName(app) || !databaseUrl) throw new Error('BENCH_APP and BENCH_DATABASE_URL are not set.');
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
    print(order === 'heap' ? heap() : usage());
  });
  print({ port, begun: performance.timeOrigin + performance.nodeTiming.bootstrapComplete });
}

function print(answer: Announcement | Usage | Heap): void {
  console.log(JSON.stringify(answer));
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
