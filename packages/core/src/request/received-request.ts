// What an adapter hands over -> a complete request and its route: the first step of each.
import type { ApiModel } from '../model/api-model.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from './api-request.js';
import { createDefaultOmitter } from './default-parameters.js';
import type { RouteMatch, RouteTable } from './route-table.js';

/** A request and the route that answers it. */
export interface ReceivedRequest {
  /** Without the parameters of the route that have their default. */
  readonly request: CompleteRequest;
  readonly match: RouteMatch;
}

/** Completes and matches a request; an adapter may have matched it already. */
export type Receive = (given: ApiRequest, matched?: RouteMatch) => ReceivedRequest;

/** Builds the lookups of a model once. */
export function createReceiver(model: ApiModel, routes: RouteTable): Receive {
  const omitDefaults = createDefaultOmitter(model);
  return (given, matched) => {
    const sent = completeRequest(given);
    const match = matched ?? routes.match(sent.method, sent.path);
    return { request: match.kind === 'route' ? omitDefaults(sent, match.route) : sent, match };
  };
}
