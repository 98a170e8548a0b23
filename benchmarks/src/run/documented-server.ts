// decorest with its document on a filled database, and what has to be known before its paths can be asked.
import type { CheckedAppName } from '../app-name.js';
import type { CheckedDatabaseName } from '../data/database.js';
import { filledDatabase, type Filling } from '../data/filled-database.js';
import { median } from '../report/format.js';
import {
  type ApiDocument,
  type DocumentedRequest,
  documentedRequests,
  lastPage,
} from './documented-requests.js';
import { type ServerProcess, type ServerSettings, startServer } from './server-process.js';

export interface DocumentedServer {
  readonly server: ServerProcess;
  /** `http://127.0.0.1:<port>/api`. */
  readonly base: string;
  close(): Promise<void>;
}

/** On any core: decorest reads long SQLite reads in processes of its own, which would share the server's one core. */
export async function startDocumented(
  database: CheckedDatabaseName,
  app: CheckedAppName,
  filling: Filling,
  settings: ServerSettings = {},
): Promise<DocumentedServer> {
  const filled = await filledDatabase(database, app, filling);
  try {
    const server = await startServer('jd-decorest-documented', app, filled.url, {
      anywhere: true,
      ...settings,
    });
    const close = async () => {
      await server.stop();
      await filled.drop();
    };
    return { server, base: `http://127.0.0.1:${server.port}/api`, close };
  } catch (error) {
    await filled.drop();
    throw error;
  }
}

export async function documentOf({ base }: DocumentedServer): Promise<ApiDocument> {
  return (await (await fetch(`${base}/openapi.json`)).json()) as ApiDocument;
}

/** A path of the document with the id of an existing entity, below `/api`. */
export interface KnownPath {
  readonly target: string;
  readonly lastPage: number;
}

/** Undefined where the document says more than decorest answers: `@Handler(false)`. */
export async function knownPath({ base }: DocumentedServer, path: string): Promise<KnownPath | undefined> {
  const below = withoutPrefix(path);
  const [collection = ''] = below.split('/{');
  const known = await readJson(`${base}${collection}`);
  const ids = entitiesOf(known).map((entity) => (entity as { id?: unknown }).id);
  // Not the first row, which is often the odd one.
  const target = below.replace(/\{\w+\}/, encodeURIComponent(String(ids[1] ?? ids[0])));
  const answer = target === collection ? known : await readJson(`${base}${target}`);
  if (answer === undefined) return undefined;
  return { target, lastPage: (answer as { last_page?: number }).last_page ?? 1 };
}

/** The address of a request in its n-th turn. */
export function addressOf(
  { base }: DocumentedServer,
  { target, lastPage: pages }: KnownPath,
  request: DocumentedRequest,
  turn: number,
): string {
  const query = request
    .query(turn)
    .map(([name, value]) => [name, value === lastPage ? String(pages) : value]);
  return `${base}${target}?${new URLSearchParams(query).toString()}`;
}

function withoutPrefix(path: string): string {
  return path.replace(/^\/api(?=\/)/, '');
}

/** Undefined unless decorest has answered. */
async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return response.ok && isJson ? (JSON.parse(text) as unknown) : undefined;
}

function entitiesOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  return (answer as { content?: readonly unknown[] } | undefined)?.content ?? [];
}

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
/** Measurements that are repeated after a limit is exceeded, as another program may have been at work. */
const secondLooks = 2;
export const ratioLimit = 2.5;
/** In milliseconds: no other client is answered meanwhile. Only SQLite works in the server's own process. */
export const holdLimit = 100;
/** In milliseconds. Below, a ratio says more about the machine than about the request. */
export const smallestTime = 5;

/** The costs of those requests that `chosen` picks, path by path; `skip` receives the paths that are not answered. */
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
