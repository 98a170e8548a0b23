// One round of one server: a short burst of load, and what it cost.
import type { LoadGenerator, LoadTarget } from '../load/load.js';
import type { Ask } from '../workloads/ask.js';
import type { Player } from './cast.js';

export interface Sample {
  readonly requestsPerSecond: number;
  /** In milliseconds. */
  readonly p99: number;
  /** Processor time of the server process for one request, in microseconds. */
  readonly cpuPerRequest: number;
  /** Share of its core that the server used. Well under 1: somebody else is the limit. */
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
