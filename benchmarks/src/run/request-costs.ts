// What each documented request costs at one size of the data and at twice that size, taken in turn.
import { median } from '../report/median.js';
import { documentedRequests, type DocumentedRequest } from '../workloads/documented-requests.js';
import {
  addressOf,
  documentOf,
  knownPath,
  type DocumentedServer,
  type KnownPath,
} from './documented-server.js';

export interface RequestCost {
  readonly path: string;
  readonly asks: string;
  /** Median milliseconds, at the two sizes. */
  readonly once: number;
  readonly twice: number;
  /** `twice` as a multiple of `once`. */
  readonly ratio: number;
  /** The longest hold of the server's event loop meanwhile, at either size, in milliseconds. */
  readonly hold: number;
  /** The first answer that was not 200. */
  readonly refused?: string;
}

/** A server at one size and one at twice that size. */
export type Pair = readonly [DocumentedServer, DocumentedServer];

const turns = 3;
/** What looks as if it grew too fast, or held the loop too long, is looked at again: another program may have been at work. */
const secondLooks = 2;
export const ratioLimit = 2.5;
/** In milliseconds: nobody else is answered meanwhile. Only SQLite works in the server's own process. */
export const holdLimit = 100;
/** In milliseconds. Below, a ratio tells more of the machine than of the request. */
export const smallestTime = 5;

/** The costs of those requests that `chosen` picks, path by path; `skip` is told of paths that are not answered. */
export async function requestCosts(
  pair: Pair,
  chosen: (requests: DocumentedRequest[]) => DocumentedRequest[],
  skip: (path: string) => void,
): Promise<RequestCost[]> {
  const costs: RequestCost[] = [];
  for (const [path, requests] of documentedRequests(await documentOf(pair[0]))) {
    const wanted = chosen(requests);
    if (wanted.length === 0) continue;
    const paths = [await knownPath(pair[0], path), await knownPath(pair[1], path)] as const;
    const [once, twice] = paths;
    if (once && twice) for (const request of wanted) costs.push(await costOf(pair, [once, twice], request));
    else skip(path);
  }
  return costs;
}

async function costOf(
  pair: Pair,
  paths: readonly [KnownPath, KnownPath],
  request: DocumentedRequest,
): Promise<RequestCost> {
  let cost = await measured(pair, paths, request, 0);
  for (let look = 1; look <= secondLooks && (growsTooFast(cost) || cost.hold > holdLimit); look++) {
    const again = await measured(pair, paths, request, look * turns);
    const hold = Math.min(cost.hold, again.hold);
    cost = { ...(again.ratio < cost.ratio ? again : cost), hold };
  }
  return cost;
}

export function growsTooFast({ twice, ratio }: RequestCost): boolean {
  return twice >= smallestTime && ratio > ratioLimit;
}

async function measured(
  pair: Pair,
  paths: readonly [KnownPath, KnownPath],
  request: DocumentedRequest,
  firstTurn: number,
): Promise<RequestCost> {
  const samples: readonly [Sample[], Sample[]] = [[], []];
  for (let turn = firstTurn; turn < firstTurn + turns; turn++)
    for (const at of [0, 1] as const)
      samples[at].push(await sample(pair[at], addressOf(pair[at], paths[at], request, turn)));
  const [once, twice] = samples.map((taken) => median(taken.map(({ milliseconds }) => milliseconds)));
  const all = samples.flat();
  const refused = all.find((taken) => taken.refused !== undefined)?.refused;
  return {
    path: request.path,
    asks: request.asks,
    once: once ?? NaN,
    twice: twice ?? NaN,
    ratio: (twice ?? NaN) / (once ?? NaN),
    hold: Math.max(...all.map(({ hold }) => hold)),
    ...(refused === undefined ? {} : { refused }),
  };
}

interface Sample {
  readonly milliseconds: number;
  readonly hold: number;
  readonly refused?: string;
}

async function sample({ server }: DocumentedServer, address: string): Promise<Sample> {
  await server.loopHold();
  const begun = performance.now();
  const response = await fetch(address);
  const text = await response.text();
  const milliseconds = performance.now() - begun;
  const { longestHold: hold } = await server.loopHold();
  if (response.ok) return { milliseconds, hold };
  const { pathname, search } = new URL(address);
  return { milliseconds, hold, refused: `${response.status} ${pathname}${search} ${text}`.slice(0, 600) };
}
