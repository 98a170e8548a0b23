// Failures -> problem documents (RFC 9457). Causes on the server stay out of the answer; render-failure.ts logs them.
import { ApiError } from '../errors.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from '../request/api-request.js';
import { formatJson } from '../request/exact-number.js';
import { buildJsonHeaders, type ApiResponse } from './api-response.js';
import { buildUrlReference } from './url-reference.js';
import { getProblemType } from './problem-schema.js';

/** The error itself, or an opaque `internal_error` for any error that is not an `ApiError`. */
export function asApiError(error: unknown): ApiError {
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
  const text = renderProblemText(problem, request);
  return {
    status: problem.status,
    headers: {
      ...buildJsonHeaders('problem+json', request.requestId),
      // Without it, caches may keep a 404, a 405 or a 501 (RFC 9111, 4.2.2), and 428 and 429 forbid it (RFC 6585).
      'cache-control': 'no-store',
      ...buildProblemHeaders(problem),
    },
    body: request.pretty ? formatJson(text, 2) : text,
  };
}

/** Statuses whose answers always have `Retry-After`, as the OpenAPI document states. */
const retryStatuses: ReadonlySet<number> = new Set([429, 503]);

/** Converts names to lower case, so that no header is sent twice in two spellings. */
function buildProblemHeaders({ status, headers }: ApiError): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...(retryStatuses.has(status) ? { 'retry-after': '1' } : {}), ...Object.fromEntries(own) };
}

function renderProblemText(problem: ApiError, request: CompleteRequest): string {
  const { code, status, title, detail, faults } = problem;
  return JSON.stringify({
    type: getProblemType(problem),
    title,
    status,
    detail: detail ?? title,
    instance: buildUrlReference(request),
    code,
    request_id: request.requestId,
    ...(faults.length === 0 ? {} : { errors: faults }),
  });
}
