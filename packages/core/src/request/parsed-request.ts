// A matched request, taken apart: what the planner judges.
import type { Limits } from '../options.js';
import type { EntityModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import { pointerTo } from '../vocabulary/json-pointer.js';
import type { CompleteRequest } from './api-request.js';
import { requireAcceptable, requireJson } from './content-negotiation.js';
import { parseBody, type ParsedBody } from './json-body.js';
import type { ParsedQuery } from './query-string.js';

/** A route and what was sent to it, well-formed but not judged. */
export interface ParsedRequest {
  readonly route: Route;
  /** The id in the path as it was sent; '' where the path has none. Ids are printed without escapes. */
  readonly id: string;
  readonly query: ParsedQuery;
  readonly body: ParsedBody;
}

const placesOf = new WeakMap<EntityModel, readonly string[]>();

/** Where a body of the entity may hold any JSON: what is there is stored as it is. */
function jsonPlaces(entity: EntityModel): readonly string[] {
  const known = placesOf.get(entity);
  if (known) return known;
  const fields = entity.fields.filter(({ kind }) => kind === 'json');
  const places = fields.map(({ name }) => pointerTo(name));
  placesOf.set(entity, places);
  return places;
}

const noBody: ParsedBody = Object.freeze({ value: undefined, size: 0, faults: [] });

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
  const query = request.parsedQuery;
  if (route.kind !== 'create' && route.kind !== 'update') return { route, id, query, body: noBody };
  requireJson(request);
  return parseBody(request, limits, jsonPlaces(route.entity)).then((body) => ({ route, id, query, body }));
}
