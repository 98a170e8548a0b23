// A matched request -> its parsed parts, which the planner then checks.
import Negotiator from 'negotiator';
import { ApiError, type Fault } from '../errors.js';
import type { Limits } from '../limits.js';
import type { EntityModel } from '../model/api-model.js';
import type { Route, RouteKind } from '../model/route-model.js';
import { exportMediaTypes, type AnswerFormat, type ExportFormat } from '../vocabulary/export-format.js';
import { joinWords } from '../vocabulary/wording.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { CompleteRequest } from './api-request.js';
import { parseBody, type ParsedBody } from './json-body.js';
import type { ParsedQuery } from './query-string.js';

/** A route and the request to it: well-formed, but not yet checked against the model. */
export interface ParsedRequest {
  readonly route: Route;
  /** The id in the path, still percent-encoded; '' when the path has none. */
  readonly id: string;
  readonly query: ParsedQuery;
  readonly body: ParsedBody;
  /** Single-table inheritance: the class of each item of the body. Absent where all are of the route's entity. */
  readonly itemClasses?: readonly ItemClass[];
  /** The format that the client accepts best. */
  readonly format: AnswerFormat;
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
): ParsedRequest | Promise<ParsedRequest> {
  const { route, id } = match;
  const format = chooseFormat(request, route);
  const query = request.parsedQuery;
  const form = bodyForms[route.kind];
  if (form === 'none') return { route, id, query, body: noBody, format };
  requireJson(request);
  return parseBody(request, limits, findJsonPlaces(route.entity), form === 'many').then((body) => ({
    route,
    id,
    query,
    body,
    format,
  }));
}

/** Which bodies requests have: of one row, of many, or none. */
const bodyForms: Readonly<Record<RouteKind, 'one' | 'many' | 'none'>> = {
  list: 'none',
  create: 'one',
  read: 'none',
  update: 'one',
  delete: 'none',
  aggregate: 'none',
  'edge-read': 'none',
  'edge-list': 'none',
  'edge-aggregate': 'none',
  'bulk-create': 'many',
  'bulk-update': 'many',
  'bulk-delete': 'none',
};

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
  const negotiator = new Negotiator({ headers: { accept: joinHeader(headers.accept) } });
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
function requireJson({ headers }: CompleteRequest): void {
  if (commonContentTypes.has(headers['content-type'])) return;
  const [type, ...parameters] = joinHeader(headers['content-type']).toLowerCase().split(';');
  const known = parameters.every((parameter) => /^\s*(charset="?utf-8"?\s*)?$/.test(parameter));
  if (type?.trim() !== 'application/json' || !known)
    throw new ApiError('unsupported_media_type', { detail: describeContentType(type) });
}

function describeContentType(type: string | undefined): string {
  const given = type?.trim() ?? '';
  if (given === '') return "The header 'Content-Type' is missing.";
  if (given !== 'application/json') return "The header 'Content-Type' is not application/json.";
  return "The header 'Content-Type' may have no parameter but charset=utf-8.";
}

function joinHeader(header: string | readonly string[] | undefined): string {
  return typeof header === 'object' ? header.join(', ') : (header ?? '');
}
