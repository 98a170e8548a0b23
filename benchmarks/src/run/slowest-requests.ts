// Which documented requests take longest, found by asking each of them twice.
import { documentedRequests } from '../workloads/documented-requests.js';
import { addressOf, documentOf, knownPath, type DocumentedServer } from './documented-server.js';

export interface SlowRequest {
  readonly asks: string;
  readonly milliseconds: number;
  /** The same request with several values, so that no total is remembered for long. */
  readonly addresses: readonly string[];
}

const variety = 10;

export async function slowestRequests(server: DocumentedServer, count: number): Promise<SlowRequest[]> {
  const timed: SlowRequest[] = [];
  for (const [path, requests] of documentedRequests(await documentOf(server))) {
    const known = await knownPath(server, path);
    if (!known) continue;
    for (const request of requests) {
      const addresses = Array.from({ length: variety }, (_, turn) => addressOf(server, known, request, turn));
      const milliseconds = await timeOf(addresses.slice(0, 2));
      timed.push({ asks: `${path} ${request.asks}`, milliseconds, addresses });
    }
  }
  return timed.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, count);
}

/** The shorter time: the longer one may be somebody else's. */
async function timeOf(addresses: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const address of addresses) {
    const begun = performance.now();
    await (await fetch(address)).text();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
