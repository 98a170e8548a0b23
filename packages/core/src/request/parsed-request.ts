// A matched request -> its parsed parts, which the planner then checks.
import type { Limits } from '../options.js';
import type { EntityModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import { pointerTo } from '../vocabulary/json-pointer.js';
import type { CompleteRequest } from './api-request.js';
import { requireAcceptable, requireJson } from './content-negotiation.js';
import { parseBody, type ParsedBody } from './json-body.js';
import { parseQuery, type ParsedQuery } from './query-string.js';

/** A route and the request to it: well-formed, but not yet checked against the model. */
export interface ParsedRequest {
  readonly route: Route;
  /** The id in the path, still percent-encoded; '' when the path has none. */
  readonly id: string;
  readonly query: ParsedQuery;
  readonly body: ParsedBody;
}

const placesOf = new WeakMap<EntityModel, readonly string[]>();

/** JSON pointers to the JSON columns in a body of the entity, which are stored unchanged. */
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
 * Parses a request; syntax only. Throws `not_acceptable`, `unsupported_media_type`, `body_too_large` or `malformed_body`,
 * or the error of the body's reader.
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
  return parseBody(request, limits, jsonPlaces(route.entity)).then((body) => ({ route, id, query, body }));
}
