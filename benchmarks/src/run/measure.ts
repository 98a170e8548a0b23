// One round of one server: a short burst of load, and what it cost.
import type { LoadGenerator } from '../load/load.js';
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
  { server, contestant, database }: Player,
  asks: readonly Ask[],
  load: LoadGenerator,
  milliseconds: number,
): Promise<Sample> {
  const before = await server.usage();
  const target = { port: server.port, calls: asks.map((ask) => contestant.dialect(ask, database)) };
  const { requests, failures, seconds, p99 } = await load.run(target, milliseconds);
  const after = await server.usage();
  const cpu = after.cpu - before.cpu;
  return {
    requestsPerSecond: requests / seconds,
    p99,
    cpuPerRequest: cpu / requests,
    busy: cpu / (seconds * 1e6),
    failures,
  };
}

const warmUpBurst = 300;
const mostBursts = 16;
/** A server is warm when that many bursts brought nothing. */
const steadyBursts = 3;
const improvement = 0.97;

/**
 * Load until the server had that much processor time, in microseconds, and its requests take no less of it than before:
 * code that is asked seldom, because the database is slow, is compiled late.
 */
export async function warmUp(
  player: Player,
  asks: readonly Ask[],
  load: LoadGenerator,
  processorTime: number,
): Promise<void> {
  const { cpu: begun } = await player.server.usage();
  let best = Infinity;
  for (let burst = 0, steady = 0; burst < mostBursts && steady < steadyBursts; burst++) {
    const { cpuPerRequest } = await measure(player, asks, load, warmUpBurst);
    if (cpuPerRequest < best * improvement) steady = 0;
    else if ((await player.server.usage()).cpu - begun >= processorTime) steady++;
    best = Math.min(best, cpuPerRequest);
  }
}
