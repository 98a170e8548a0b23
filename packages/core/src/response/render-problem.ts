// Failures -> problem documents (RFC 9457). What happened on the server is logged under the request id, not told.
import { ApiError, problemTitles } from '../errors.js';
import type { Logger } from '../options.js';
import type { CompleteRequest } from '../request/api-request.js';
import { jsonHeaders } from './answer-headers.js';
import type { ApiResponse } from './api-response.js';
import { prettyJson, wantsPretty } from './pretty-json.js';
import { problemStatus, problemType } from './problem-status.js';

/** Answers a failure. Whatever is not an `ApiError` is an opaque 500. */
export function renderProblem(
  error: unknown,
  request: CompleteRequest,
  requestId: string,
  logger: Logger,
): ApiResponse {
  const problem = error instanceof ApiError ? error : new ApiError('internal_error', { cause: error });
  const status = problemStatus[problem.code];
  if (isForTheLog(problem, status)) logSafely(problem, status, request, requestId, logger);
  const text = problemText(problem, status, request, requestId);
  return {
    status,
    headers: { ...jsonHeaders('problem+json', requestId), ...problem.headers },
    body: wantsPretty(request) ? prettyJson(text) : text,
  };
}

/** Failures of the server, and values that the database refused although the schema let them through. */
function isForTheLog({ code, cause }: ApiError, status: number): boolean {
  return status >= 500 || (code === 'invalid_request' && cause !== undefined);
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

/** A logger that throws must not cost the client its answer. */
function logSafely(...entry: Parameters<typeof log>): void {
  try {
    log(...entry);
  } catch (error) {
    console.error(error);
  }
}

function log(
  problem: ApiError,
  status: number,
  { method, path }: CompleteRequest,
  requestId: string,
  logger: Logger,
): void {
  const entry = { request_id: requestId, method, path, status, code: problem.code, err: problem.cause };
  if (status >= 500) logger.error(entry, problem.message);
  else logger.warn(entry, problem.message);
}
