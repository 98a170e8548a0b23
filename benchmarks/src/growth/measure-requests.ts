// The times of each request at all sizes: the sizes take turns, round by round.
import type { DatabaseName } from '../data/database.js';
import { timeRequest } from './client.js';
import { type GrowthServer, startGrowthServer } from './growth-server.js';
import { buildCreate, type GrowthRequest } from './requests.js';
import type { RequestTimes } from './results.js';

export interface RequestsJob {
  readonly database: DatabaseName;
  readonly sizes: readonly number[];
  readonly requests: readonly GrowthRequest[];
  readonly rounds: number;
}

/** A turn ends when it has so many samples, or takes so many milliseconds. */
const samplesPerTurn = 30;
const turnMs = 300;
/** Before the first measurement each server answers so many reads. */
const warmUps = 1_500;

export async function measureRequests(job: RequestsJob): Promise<RequestTimes[]> {
  const servers: GrowthServer[] = [];
  try {
    for (const size of job.sizes) servers.push(await startGrowthServer(job.database, size, true));
    for (const server of servers) await warmUp(server, job.requests);
    const times: RequestTimes[] = [];
    for (const request of job.requests) times.push(...(await measureRequest(job, request, servers)));
    return times;
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

async function warmUp({ server, table }: GrowthServer, requests: readonly GrowthRequest[]): Promise<void> {
  const quick = requests.filter(({ id }) => /^(read|edge|create|page-first|cursor-)/.test(id));
  for (let turn = 0; turn < warmUps && quick.length > 0; turn++) {
    const call = quick[turn % quick.length]?.buildCall(table, turn);
    if (call) await timeRequest(server.port, call);
  }
}

async function measureRequest(
  { database, rounds }: RequestsJob,
  request: GrowthRequest,
  servers: readonly GrowthServer[],
): Promise<RequestTimes[]> {
  const samples = servers.map(() => new Samples());
  // The first round compiles and warms up.
  for (let round = 0; round <= rounds; round++)
    for (const [at, server] of servers.entries())
      await measureTurn(server, request, round === 0 ? new Samples() : (samples[at] ?? new Samples()));
  return servers.map(({ table: { size } }, at) => ({
    database,
    request: request.id,
    size,
    ...(samples[at] ?? new Samples()).summary(),
  }));
}

async function measureTurn(
  { server: { port }, table }: GrowthServer,
  { afterWrite, buildCall }: GrowthRequest,
  samples: Samples,
): Promise<void> {
  const until = performance.now() + turnMs;
  for (let at = 0; at < samplesPerTurn && performance.now() < until; at++) {
    if (afterWrite) await timeRequest(port, buildCreate(table, samples.count));
    const { status, time } = await timeRequest(port, buildCall(table, samples.count));
    samples.add(status, time);
  }
}

class Samples {
  readonly #times: number[] = [];
  readonly #statuses: Record<string, number> = {};

  get count(): number {
    return this.#times.length;
  }

  add(status: number, time: number): void {
    this.#times.push(time);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  summary(): Pick<RequestTimes, 'median' | 'p95' | 'samples' | 'statuses'> {
    const sorted = [...this.#times].sort((a, b) => a - b);
    const quantile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return { median: quantile(0.5), p95: quantile(0.95), samples: this.count, statuses: this.#statuses };
  }
}
