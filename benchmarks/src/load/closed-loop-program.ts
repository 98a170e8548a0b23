// The child process of closed-loop.ts: a job on standard input, its results on standard output.
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ClientGroup, ClosedLoopJob, GroupResult } from './closed-loop.js';

const { groups, milliseconds } = JSON.parse(await text(process.stdin)) as ClosedLoopJob;
const agent = new Agent({ keepAlive: true });
const until = performance.now() + milliseconds;
const results = await Promise.all(groups.map(runGroup));
process.stdout.write(JSON.stringify(results));
agent.destroy();

async function runGroup({ clients, addresses }: ClientGroup): Promise<GroupResult> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let at = 0;
  const runClient = async () => {
    while (performance.now() < until) {
      const address = addresses[at++ % addresses.length];
      if (address === undefined) throw new Error('There is nothing to ask.');
      const begun = performance.now();
      const status = String(await statusOf(address));
      times.push(performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  times.sort((a, b) => a - b);
  return { requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99), statuses };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The status when the answer has come to its end; 0 when none comes. */
function statusOf(address: string): Promise<number> {
  return new Promise((resolve) => {
    get(address, { agent }, (response) => {
      response.resume().on('close', () => {
        resolve(response.complete ? (response.statusCode ?? 0) : 0);
      });
    }).on('error', () => {
      resolve(0);
    });
  });
}
