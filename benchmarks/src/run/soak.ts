// A great many requests on one server, and what its memory does meanwhile.
import type { LoadGenerator } from '../load/load.js';
import type { Heap } from '../serve.js';
import type { Call } from '../workloads/ask.js';
import { startServer, type ServerProcess } from './server-process.js';

export interface SoakSample extends Heap {
  /** Answered by then. */
  readonly requests: number;
}

export interface Soak {
  readonly samples: readonly SoakSample[];
  /** Growth of the heap after the warm-up, in bytes for a request: the slope of the line through the samples. */
  readonly growth: number;
  /** Most memory the process ever had, in bytes. */
  readonly peakMemory: number;
  readonly failures: number;
}

/** In milliseconds. */
const burst = 3_000;
/** No more calls than a burst makes are handed over, which takes time too. */
const mostInBurst = 20_000;
const sampleCount = 25;
/** The share of the requests that fills caches and compiles code. */
const warmUp = 0.3;

/** Calls in turn until that many requests are answered. */
export async function soak(
  program: string,
  databaseUrl: string,
  calls: readonly Call[],
  load: LoadGenerator,
  requests: number,
): Promise<Soak> {
  const server = await startServer(program, 'petstore', databaseUrl, { nodeArguments: ['--expose-gc'] });
  try {
    const { samples, failures } = await sampled(server, calls, load, requests);
    const settled = samples.filter((sample) => sample.requests >= requests * warmUp);
    const { peakMemory } = await server.usage();
    return { samples, growth: slope(settled), peakMemory, failures };
  } finally {
    await server.stop();
  }
}

async function sampled(server: ServerProcess, calls: readonly Call[], load: LoadGenerator, requests: number) {
  const samples: SoakSample[] = [];
  let [answered, failures] = [0, 0];
  while (answered < requests) {
    // Each burst begins where the last one ended, so that all calls are made.
    const at = answered % calls.length;
    const target = { port: server.port, calls: calls.slice(at, at + mostInBurst) };
    const result = await load.run(target, burst);
    answered += result.requests;
    failures += result.failures;
    if (answered >= ((samples.length + 1) * requests) / sampleCount)
      samples.push({ requests: answered, ...(await server.heap()) });
  }
  return { samples, failures };
}

/** Least squares. */
function slope(samples: readonly SoakSample[]): number {
  const mean = (of: (sample: SoakSample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ heap }) => heap)];
  const spread = mean(({ requests }) => (requests - x) ** 2);
  return mean(({ requests, heap }) => (requests - x) * (heap - y)) / spread;
}
