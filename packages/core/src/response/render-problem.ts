// Failures -> problem documents (RFC 9457). What happened on the server is not told; failure-log.ts logs it.
import { ApiError } from '../errors.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from '../request/api-request.js';
import { reprintedJson } from '../request/exact-number.js';
import { jsonHeaders } from './answer-headers.js';
import type { ApiResponse } from './api-response.js';
import { problemType } from './problem-schema.js';

/** Whatever is not an `ApiError` is an opaque `internal_error`. */
export function problemOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error', { cause: error });
}

/** The problem document (RFC 9457) of a request for which there is no `Api` to refuse it. */
export function problemResponse(problem: ApiError, given: ApiRequest): ApiResponse {
  return renderProblem(problem, completeRequest(given));
}

/** Answers a failure. */
export function renderProblem(problem: ApiError, request: CompleteRequest): ApiResponse {
  const text = problemText(problem, request);
  return {
    status: problem.status,
    headers: { ...jsonHeaders('problem+json', request.requestId), ...ownHeaders(problem) },
    body: request.pretty ? reprintedJson(text, 2) : text,
  };
}

/** Statuses whose answers always have `Retry-After`, as the document says. */
const retryStatuses: ReadonlySet<number> = new Set([429, 503]);

/** In lower case, as all other headers: a name in two spellings would be sent twice. */
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
