// The schema of the problem document, and the URIs of problems.
import { faultCodes, maxFaults, problemTitles, type ApiError } from '../errors.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** The URI of a problem: the member `type` of RFC 9457. Stable across versions. */
export function getProblemType({ code, own }: ApiError): string {
  return own?.type ?? `urn:problem-type:${own ? 'api' : 'decorest'}:${code.replaceAll('_', '-')}`;
}

/** JSON Schema of the body of every error answer: a problem document (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Identifies the kind of problem.' },
    title: { type: 'string', description: 'The kind of problem in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong with this request.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: {
      type: 'string',
      enum: Object.keys(problemTitles),
      description: 'The kind of problem for programs.',
    },
    request_id: { type: 'string', description: 'Also in the X-Request-Id header and in the server log.' },
    errors: {
      type: 'array',
      description: `One entry for each fault; checks stop after ${maxFaults}.`,
      maxItems: maxFaults,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'detail'],
        properties: {
          pointer: {
            type: 'string',
            description: 'Place in the body, or in the JSON value of the parameter (RFC 6901).',
          },
          parameter: { type: 'string', description: 'Name of the query parameter.' },
          header: { type: 'string', description: 'Name of the header.' },
          code: { type: 'string', enum: faultCodes },
          detail: { type: 'string' },
        },
      },
    },
  },
};
