// Servers that take part in a run, and a measured round of one of them.
import type { AppName } from '../app-name.js';
import type { Contestant } from '../contestants.js';
import { type DatabaseName, databaseNameOf } from '../data/database.js';
import type { DatabaseTemplate } from '../data/template.js';
import type { LoadGenerator, LoadTarget } from '../load/load.js';
import { type ServerProcess, startServer } from './server-process.js';
import type { Ask } from '../workloads/ask.js';

export interface Player {
  readonly contestant: Contestant;
  readonly server: ServerProcess;
  readonly database: DatabaseName;
}

export interface Cast {
  readonly players: readonly Player[];
  /** Contestants that could not be started. */
  readonly failed: readonly Absence[];
  /** Ends the servers and drops their databases. */
  dismiss(): Promise<void>;
}

/** A contestant that does not take part in a workload, with the reason. */
export interface Absence {
  readonly letter: string;
  readonly reason: string;
}

/** Starts one server after the other: starting is work, and all of them share a core. */
export async function startCast(
  contestants: readonly Contestant[],
  app: AppName,
  template: DatabaseTemplate,
): Promise<Cast> {
  const players: Player[] = [];
  const failed: Absence[] = [];
  const urls: string[] = [];
  for (const contestant of contestants) {
    const { letter, program } = contestant;
    const url = await template.copy(letter);
    urls.push(url);
    try {
      const server = await startServer(program, app, url);
      players.push({ contestant, server, database: databaseNameOf(url) });
    } catch (error) {
      failed.push({ letter, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const dismiss = async () => {
    for (const { server } of players) await server.stop();
    for (const url of urls) await template.drop(url);
  };
  return { players, failed, dismiss };
}

export interface Sample {
  readonly requestsPerSecond: number;
  /** In milliseconds. */
  readonly p99: number;
  /** Processor time of the server process for one request, in microseconds. */
  readonly cpuPerRequest: number;
  /** Share of its core that the server used. Well under 1: the load, the database or other programs are the limit. */
  readonly busy: number;
  readonly failures: number;
}

export async function measure(
  player: Player,
  asks: readonly Ask[],
  load: LoadGenerator,
  milliseconds: number,
): Promise<Sample> {
  const before = await player.server.usage();
  const { requests, failures, seconds, p99 } = await load.run(targetOf(player, asks), milliseconds);
  const after = await player.server.usage();
  const cpu = after.cpu - before.cpu;
  return {
    requestsPerSecond: requests / seconds,
    p99,
    cpuPerRequest: cpu / requests,
    busy: cpu / (seconds * 1e6),
    failures,
  };
}

/** When a server is warm. */
export interface WarmUp {
  /** So many requests answered, */
  readonly requests: number;
  /** or, where a slow database lets it answer few, after that time. */
  readonly milliseconds: number;
}

const burst = 250;

/** Load that is not measured: V8 compiles well what runs often. */
export async function warmUp(
  player: Player,
  asks: readonly Ask[],
  load: LoadGenerator,
  { requests, milliseconds }: WarmUp,
): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let answered = 0; answered < requests && performance.now() < until;) {
    answered += (await load.run(targetOf(player, asks), burst)).requests;
  }
}

function targetOf({ server, contestant, database }: Player, asks: readonly Ask[]): LoadTarget {
  return { port: server.port, calls: asks.map((ask) => contestant.dialect(ask, database)) };
}
