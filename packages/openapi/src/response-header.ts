// The response headers.
import type { oas31 } from 'openapi3-ts';
import type { DocumentContext } from './document-context.js';

/** Headers of some answers only. */
export type HeaderName =
  | 'X-Content-Type-Options'
  | 'X-Total-Count'
  | 'X-Total-Count-If-Exact'
  | 'Link'
  | 'Vary'
  | 'Content-Disposition'
  | 'Location'
  | 'ETag'
  | 'ETag-Of-List'
  | 'Cache-Control'
  | 'Accept-Patch'
  | 'Preference-Applied'
  | 'Retry-After'
  | 'Retry-After-If-In-Progress'
  | 'Idempotent-Replayed'
  | 'Accept-Encoding'
  | 'WWW-Authenticate';

/** Headers of every answer; `Server-Timing` requires the option `serverTiming`. */
type CommonHeaderName = 'X-Request-Id' | 'Server-Timing';

const entityTagPattern = '^"[^"]+"$';

const headers: Readonly<Record<HeaderName | CommonHeaderName, oas31.HeaderObject>> = {
  'X-Request-Id': {
    description:
      'The id of this request in the log of the server: that of the request, or a new one if it has none or another form.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
  'X-Content-Type-Options': {
    description: 'Tells browsers to take the content type as it is.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
  },
  'X-Total-Count': {
    description: 'Number of all matching entities, on all pages.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-If-Exact': {
    description: 'Number of all matching entities, on all pages. Absent unless all of them were counted.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'The first, previous, next and last page (RFC 8288), as far as they exist. No more than 4,096 bytes: each link repeats the query, and beyond that `last`, `first` and `prev` are left out, in this order, then the header.',
    schema: { type: 'string', maxLength: 4096 },
  },
  Vary: {
    description: 'The request headers on which the answer depends (RFC 9110, 12.5.5).',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'The file name of an export (RFC 6266). Absent from other answers.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of the new entity, or of its collection if single entities cannot be read.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description: 'The entity tag of this answer (RFC 9110, 8.8.3), for `If-None-Match` and `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: entityTagPattern },
  },
  'ETag-Of-List': {
    description:
      'The entity tag of this answer (RFC 9110, 8.8.3), for `If-None-Match`. Absent in random order, and from exports.',
    schema: { type: 'string', pattern: entityTagPattern },
  },
  'Cache-Control': {
    description: 'How caches may keep the answer (RFC 9111).',
    required: true,
    schema: { type: 'string' },
  },
  'Accept-Patch': {
    description: 'The media type that the body of a `PATCH` must have (RFC 5789). Absent from other answers.',
    schema: { type: 'string', const: 'application/json' },
  },
  'Preference-Applied': {
    description: 'The preference that the answer follows (RFC 7240). Absent without one.',
    schema: { type: 'string', enum: ['return=minimal', 'return=representation'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before another attempt.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After-If-In-Progress': {
    description: 'Seconds to wait before sending the same request again, for `request_in_progress`.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotent-Replayed': {
    description:
      'The answer is that of an earlier request with the same `Idempotency-Key`. Absent otherwise.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110).',
    schema: { type: 'string' },
  },
  'Accept-Encoding': {
    description: 'The compressions that a request body may have. Present if the body had another one.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description: 'How many milliseconds parsing, planning, executing and rendering took (W3C Server Timing).',
    schema: { type: 'string' },
  },
};

/** Components whose name differs from that of their header. */
const headerNames: ReadonlyMap<string, string> = new Map([
  ['X-Total-Count-If-Exact', 'X-Total-Count'],
  ['ETag-Of-List', 'ETag'],
  ['Retry-After-If-In-Progress', 'Retry-After'],
]);

/** Builds the headers of an answer: the given ones, those of every answer and the author's global ones. */
export function buildResponseHeaders(
  names: readonly HeaderName[],
  context: DocumentContext,
): oas31.HeadersObject {
  const common: CommonHeaderName[] = ['X-Request-Id'];
  if (context.model.serverTiming) common.push('Server-Timing');
  const own = [...common, ...names].map(
    (name) =>
      [
        headerNames.get(name) ?? name,
        context.components.header(name, () => structuredClone(headers[name])),
      ] as const,
  );
  return { ...structuredClone(context.options.globalResponseHeaders), ...Object.fromEntries(own) };
}
