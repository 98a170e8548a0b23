// A matched request, taken apart: what the planner judges.
import type { Limits } from '../options.js';
import type { Route } from '../model/route-model.js';
import type { CompleteRequest } from './api-request.js';
import { requireAcceptable, requireJson } from './content-negotiation.js';
import { parseBody, type ParsedBody } from './json-body.js';
import { parseQuery, type ParsedQuery } from './query-string.js';

/** A route and what was sent to it, well-formed but not judged. */
export interface ParsedRequest {
  readonly route: Route;
  /** The id in the path as it was sent; '' where the path has none. Ids are printed without escapes. */
  readonly id: string;
  readonly query: ParsedQuery;
  readonly body: ParsedBody;
}

const noBody: ParsedBody = Object.freeze({ value: undefined, faults: [] });

/**
 * Syntax only. Throws `not_acceptable`, `unsupported_media_type`, `body_too_large`, `malformed_body`, and what the body's reader throws.
 */
export function parseRequest(
  match: { readonly route: Route; readonly id: string },
  request: CompleteRequest,
  limits: Limits,
): ParsedRequest | Promise<ParsedRequest> {
  const { route, id } = match;
  requireAcceptable(request);
  const query = parseQuery(request.query);
  if (route.kind !== 'create' && route.kind !== 'update') return { route, id, query, body: noBody };
  requireJson(request);
  return parseBody(request, limits).then((body) => ({ route, id, query, body }));
}
