// The stages a request goes down, each given what the one before it gave.
import type { Awaitable } from '../execute/awaitable.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { Plan } from '../plan/plan.js';
import type { Reach } from '../plan/reach.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { RouteMatch } from '../request/route-match.js';
import type { ApiResponse } from './api-response.js';

export type MatchedRoute = Extract<RouteMatch, { kind: 'route' }>;

/** In the order they are run. */
export interface RequestStages {
  readonly match: (method: string, path: string) => RouteMatch;
  /** Asks whether there is the operation for the request; null where nobody has a say. */
  readonly admit: (matched: MatchedRoute, request: CompleteRequest) => Promise<void> | null;
  /** What the policies let the request reach; null where they have no say. */
  readonly reach: (matched: MatchedRoute, request: CompleteRequest) => Promise<Reach> | null;
  readonly parse: (matched: MatchedRoute, request: CompleteRequest) => Awaitable<ParsedRequest>;
  /** Leads a write through a parent of single-table inheritance to its class; null where there are no such parents. */
  readonly toClass:
    | ((parsed: ParsedRequest, reach: Reach | null, request: CompleteRequest) => Awaitable<ParsedRequest>)
    | null;
  readonly plan: (parsed: ParsedRequest) => Awaitable<Plan>;
  readonly execute: (
    plan: Plan,
    reach: Reach | null,
    request: CompleteRequest,
  ) => Awaitable<SelectedRows | null>;
  readonly render: (
    request: CompleteRequest,
    requestId: string,
    plan: Plan,
    executed: SelectedRows | null,
  ) => Awaitable<ApiResponse>;
}
