// Failures -> problem documents (RFC 9457). What happened on the server is not told; failure-log.ts logs it.
import { ApiError, problemTitles } from '../errors.js';
import { completeRequest, type ApiRequest, type CompleteRequest } from '../request/api-request.js';
import { requestIdOf } from '../request/request-id.js';
import { jsonHeaders } from './answer-headers.js';
import type { ApiResponse } from './api-response.js';
import { prettyJson, wantsPretty } from './pretty-json.js';
import { problemStatus, problemType } from './problem-status.js';

/** Whatever is not an `ApiError` is an opaque `internal_error`. */
export function problemOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error', { cause: error });
}

/** The problem document (RFC 9457) of a request for which there is no `Api` to refuse it. */
export function problemResponse(problem: ApiError, given: ApiRequest): ApiResponse {
  const request = completeRequest(given);
  return renderProblem(problem, request, requestIdOf(request));
}

/** Answers a failure. */
export function renderProblem(problem: ApiError, request: CompleteRequest, requestId: string): ApiResponse {
  const status = problemStatus[problem.code];
  const text = problemText(problem, status, request, requestId);
  return {
    status,
    headers: { ...jsonHeaders('problem+json', requestId), ...problem.headers },
    body: wantsPretty(request) ? prettyJson(text) : text,
  };
}

function problemText(
  { code, detail, faults }: ApiError,
  status: number,
  request: CompleteRequest,
  requestId: string,
): string {
  return JSON.stringify({
    type: problemType(code),
    title: problemTitles[code],
    status,
    detail: detail ?? problemTitles[code],
    instance: `${request.base ?? ''}${request.path}`,
    code,
    request_id: requestId,
    ...(faults.length === 0 ? {} : { errors: faults }),
  });
}
