// A matched request -> its parsed parts, which the planner then checks.
import Negotiator from 'negotiator';
import { ApiError, type Fault } from '../errors.js';
import type { Limits } from '../limits.js';
import type { EntityModel } from '../model/api-model.js';
import { bodyOperations, bulkOperationOf, type Route } from '../model/route-model.js';
import { exportMediaTypes, type AnswerFormat, type ExportFormat } from '../vocabulary/export-format.js';
import { joinWords } from '../vocabulary/wording.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import { joinHeaderLines, type CompleteRequest } from './api-request.js';
import { parseBody, type ParsedBody } from './json-body.js';
import { parsePreconditions, type Preconditions } from './preconditions.js';
import { ignoreReturn, type ReadReturn, type ReturnPreference } from './prefer-header.js';
import type { ParsedQuery } from './query-string.js';

/** A route and the request to it: well-formed, but not yet checked against the model. */
export interface ParsedRequest {
  readonly route: Route;
  /** The entity whose path the request names. The route of a write may be that of one of its classes. */
  readonly addressed: EntityModel;
  /** The id in the path, still percent-encoded; '' when the path has none. */
  readonly id: string;
  readonly query: ParsedQuery;
  readonly body: ParsedBody;
  /** Single-table inheritance: the class of each item of the body. Absent where all are of the route's entity. */
  readonly itemClasses?: readonly ItemClass[];
  /** The format that the client accepts best. */
  readonly format: AnswerFormat;
  /** What a write requires of its row; null for reads, which are answered first. */
  readonly preconditions: Preconditions | null;
  /** What the client would like the answer to a write to contain; null where it does not say. */
  readonly returns: ReturnPreference | null;
}

/** The class of an item, or why the request cannot write its row. */
export type ItemClass =
  | { readonly entity: EntityModel; readonly refusal?: undefined }
  | { readonly refusal: Fault; readonly entity?: undefined };

const jsonPlacesCache = new WeakMap<EntityModel, readonly string[]>();

/** JSON pointers to the JSON columns in a body of the entity, which are stored unchanged. */
function findJsonPlaces(entity: EntityModel): readonly string[] {
  const known = jsonPlacesCache.get(entity);
  if (known) return known;
  const fields = entity.fields.filter(({ kind }) => kind === 'json');
  const places = fields.map(({ name }) => toPointer(name));
  jsonPlacesCache.set(entity, places);
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
  readReturn: ReadReturn = ignoreReturn,
): ParsedRequest | Promise<ParsedRequest> {
  const { route, id } = match;
  const format = chooseFormat(request, route);
  const query = request.parsedQuery;
  const isRead = route.method === 'GET';
  const preconditions = isRead ? null : parsePreconditions(request);
  const returns = isRead ? null : readReturn(request.headers);
  // Listed one by one: spreading the parts costs 1 µs.
  const build = (body: ParsedBody): ParsedRequest => ({
    route,
    addressed: route.subject,
    id,
    query,
    body,
    format,
    preconditions,
    returns,
  });
  if (bodyOperations[route.kind] === null) return build(noBody);
  requireJson(request, route);
  return parseBody(request, limits, listExactPlaces(route)).then(build);
}

/** JSON pointers to the JSON columns in the body of a route; `*` in them is any item of a list. */
function listExactPlaces({ kind, subject, nestedJson }: Route): readonly string[] {
  const places = findJsonPlaces(subject);
  const exact = nestedJson.length === 0 ? places : [...places, ...nestedJson];
  if (bulkOperationOf[kind] === null) return exact;
  // The body is a list, or the keys to set in many rows.
  return [...exact, ...exact.map((place) => `/*${place}`)];
}

const commonAcceptHeaders: ReadonlySet<unknown> = new Set([undefined, '*/*', 'application/json']);

const commonContentTypes: ReadonlySet<unknown> = new Set([
  'application/json',
  'application/json; charset=utf-8',
]);

/** With and without the charset, which a client may include in `Accept`. */
const offeredMediaTypes = ['application/json', 'application/json;charset=utf-8'];

/** The format that the `Accept` header (RFC 9110, 12.5.1) prefers. Throws `not_acceptable` when it excludes all. */
function chooseFormat({ headers }: CompleteRequest, route: Route): AnswerFormat {
  if (commonAcceptHeaders.has(headers.accept)) return 'json';
  const exports = route.collection?.exports ?? noFormats;
  const negotiator = new Negotiator({ headers: { accept: joinHeaderLines(headers.accept ?? '') } });
  const chosen = negotiator.mediaType(listOfferedTypes(exports));
  if (chosen !== undefined)
    return exports.find((format) => listMediaTypes(format).includes(chosen)) ?? 'json';
  const excluded = ['application/json', ...exports.map((format) => exportMediaTypes[format])];
  throw new ApiError('not_acceptable', {
    detail: `The header 'Accept' excludes ${joinWords(excluded)}.`,
  });
}

const noFormats: readonly ExportFormat[] = [];

function listOfferedTypes(exports: readonly ExportFormat[]): string[] {
  if (exports.length === 0) return offeredMediaTypes;
  return [...offeredMediaTypes, ...exports.flatMap(listMediaTypes)];
}

/** With and without the charset, which a client may include in `Accept`. */
function listMediaTypes(format: ExportFormat): readonly string[] {
  const type = exportMediaTypes[format];
  return [type, `${type};charset=utf-8`];
}

/** Throws `unsupported_media_type` unless `Content-Type` is `application/json`, in UTF-8. */
function requireJson({ headers }: CompleteRequest, { method }: Route): void {
  if (commonContentTypes.has(headers['content-type'])) return;
  const [type, ...parameters] = joinHeaderLines(headers['content-type'] ?? '')
    .toLowerCase()
    .split(';');
  const known = parameters.every((parameter) => /^\s*(charset="?utf-8"?\s*)?$/.test(parameter));
  if (type?.trim() !== 'application/json' || !known)
    throw new ApiError('unsupported_media_type', {
      detail: describeContentType(type),
      headers: method === 'PATCH' ? acceptPatch : {},
    });
}

/** What a PATCH may have as its body (RFC 5789, 3.1). */
export const acceptPatch = { 'accept-patch': 'application/json' } as const;

function describeContentType(type: string | undefined): string {
  const given = type?.trim() ?? '';
  if (given === '') return "The header 'Content-Type' is missing.";
  if (given !== 'application/json') return "The header 'Content-Type' is not application/json.";
  return "The header 'Content-Type' may have no parameter but charset=utf-8.";
}
