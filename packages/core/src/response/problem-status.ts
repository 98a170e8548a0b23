// The one table from error code to HTTP status, and the schema of the problem document.
import { faultCodes, mostFaults, problemTitles, type ProblemCode } from '../errors.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** HTTP status of each problem code. */
export const problemStatus: Readonly<Record<ProblemCode, number>> = {
  invalid_request: 400,
  malformed_body: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  already_exists: 409,
  still_referenced: 409,
  edge_conflict: 409,
  body_too_large: 413,
  response_too_large: 400,
  unsupported_media_type: 415,
  internal_error: 500,
  unavailable: 503,
  timeout: 504,
};

/** URI of a problem code: the `type` member of RFC 9457. Stable. */
export function problemType(code: ProblemCode): string {
  return `urn:problem-type:decorest:${code.replaceAll('_', '-')}`;
}

/** Schema of the problem document (RFC 9457) that every error answer is. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Identifies the kind of problem.' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: { type: 'string', enum: Object.keys(problemTitles) },
    request_id: { type: 'string', description: 'Also in the X-Request-Id header and in the server log.' },
    errors: {
      type: 'array',
      description: 'One entry per fault; no more than these are looked for.',
      maxItems: mostFaults,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'Place in the body (RFC 6901).' },
          parameter: { type: 'string', description: 'Name of the query parameter.' },
          code: { type: 'string', enum: faultCodes },
          detail: { type: 'string' },
        },
      },
    },
  },
};
