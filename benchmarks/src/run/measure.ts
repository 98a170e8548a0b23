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
const mostBursts = 12;

/** Load until the server had that much processor time, in microseconds: on a busy machine seconds say little. */
export async function warmUp(
  player: Player,
  asks: readonly Ask[],
  load: LoadGenerator,
  processorTime: number,
): Promise<void> {
  const { cpu: begun } = await player.server.usage();
  for (let burst = 0; burst < mostBursts; burst++) {
    await measure(player, asks, load, warmUpBurst);
    if ((await player.server.usage()).cpu - begun >= processorTime) return;
  }
}
