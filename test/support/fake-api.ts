// A mock of core's `Api`, for unit tests of the Koa adapter: it records requests and answers without a database. It departs
// from principle 10 of CONTRIBUTING.md; `test/features/koa` tests the same adapter with real databases.
import { ApiError, type Api, type ApiRequest, type ApiResponse, type RouteMatch } from '@decorest/core';

type RouteOnly = Extract<RouteMatch, { kind: 'route' }>;

/** Paths served with GET and POST, and paths that are documented but not mounted. */
export interface FakePaths {
  readonly served?: readonly string[];
  readonly unmounted?: readonly string[];
}

export interface FakeApi extends Api {
  /** The requests handled so far. */
  readonly asked: ApiRequest[];
}

/** Answers with the request it was given as JSON, or as a problem does. */
export function fakeApi({ served = ['/pets'], unmounted = [] }: FakePaths = {}): FakeApi {
  const asked: ApiRequest[] = [];
  const match = (method: string, path: string) => matchFake({ served, unmounted }, method, path);
  return {
    asked,
    model: emptyModel,
    routes: { list: [], match },
    advise: () => Promise.resolve([]),
    ready: () => Promise.resolve(true),
    handle: async (request) => {
      asked.push(request);
      return answerFake(request, match(request.method, request.path));
    },
    refuse: (error) => refusal(error),
  };
}

const emptyModel: Api['model'] = {
  entities: [],
  naming: 'declared',
  returnMinimal: false,
  limits: {
    listLength: 100,
    filters: 20,
    comparisons: 250,
    statementLength: 128 * 1024,
    valueLength: 1024,
    bodySize: 1024,
    jsonDepth: 16,
    offset: 100_000,
    responseBytes: 1024 * 1024,
    whereLength: 4096,
    whereDepth: 5,
    includes: 10,
    nodes: 10_000,
    count: 10_000,
    groupKeys: 3,
    measures: 10,
    exports: 4,
    bulk: 1000,
    edgeIds: 10_000,
  },
  strictMutate: true,
  listNotFound: false,
  serverTiming: false,
  unpagedLimit: 1000,
  quotesFormulas: false,
  errors: [],
};

function matchFake(paths: Required<FakePaths>, method: string, path: string): RouteMatch {
  const mounted = paths.served.includes(path);
  if (!mounted && !paths.unmounted.includes(path)) return { kind: 'nothing' };
  if (method === 'OPTIONS') return { kind: 'options', allow: 'GET, HEAD, POST, OPTIONS' };
  if (!['GET', 'HEAD', 'POST'].includes(method))
    return { kind: 'other-method', allow: 'GET, HEAD, POST, OPTIONS' };
  return { kind: 'route', route: { path, mounted } as RouteOnly['route'], id: '' };
}

function answerFake(request: ApiRequest, match: RouteMatch): ApiResponse {
  if (match.kind === 'nothing') return problem(404);
  if (match.kind === 'other-method') return problem(405, { allow: match.allow });
  if (match.kind === 'options') return { status: 204, headers: { allow: match.allow }, body: null };
  if (!match.route.mounted) return problem(404);
  const body = JSON.stringify({ path: request.path, query: request.query, state: request.state });
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

function refusal(error: unknown): ApiResponse {
  if (!(error instanceof ApiError)) return problem(500);
  return problem(error.status, error.headers);
}

function problem(status: number, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  const type = 'application/problem+json; charset=utf-8';
  return { status, headers: { ...headers, 'content-type': type }, body: JSON.stringify({ status }) };
}
