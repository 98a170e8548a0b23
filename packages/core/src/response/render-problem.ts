// Failures -> problem documents (RFC 9457). Causes on the server stay out of the answer; failure-log.ts logs them.
import { ApiError } from '../errors.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from '../request/api-request.js';
import { reprintedJson } from '../request/exact-number.js';
import { jsonHeaders, type ApiResponse } from './api-response.js';
import { problemType } from './problem-schema.js';

/** The error itself, or an opaque `internal_error` for any error that is not an `ApiError`. */
export function problemOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error', { cause: error });
}

/**
 * Renders a problem document (RFC 9457) for a request that no `Api` can answer, for example while the data source is still
 * connecting. With an `Api`, use `api.refuse`, which also logs the failure.
 */
export function problemResponse(problem: ApiError, given: ApiRequest): ApiResponse {
  return renderProblem(problem, completeRequest(given));
}

/** Renders the answer to a failed request. */
export function renderProblem(problem: ApiError, request: CompleteRequest): ApiResponse {
  const text = problemText(problem, request);
  return {
    status: problem.status,
    headers: { ...jsonHeaders('problem+json', request.requestId), ...ownHeaders(problem) },
    body: request.pretty ? reprintedJson(text, 2) : text,
  };
}

/** Statuses whose answers always have `Retry-After`, as the OpenAPI document states. */
const retryStatuses: ReadonlySet<number> = new Set([429, 503]);

/** Converts names to lower case, so that no header is sent twice in two spellings. */
function ownHeaders({ status, headers }: ApiError): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...(retryStatuses.has(status) ? { 'retry-after': '1' } : {}), ...Object.fromEntries(own) };
}

function problemText(problem: ApiError, request: CompleteRequest): string {
  const { code, status, title, detail, faults } = problem;
  return JSON.stringify({
    type: problemType(problem),
    title,
    status,
    detail: detail ?? title,
    instance: `${request.base ?? ''}${request.path}`,
    code,
    request_id: request.requestId,
    ...(faults.length === 0 ? {} : { errors: faults }),
  });
}
