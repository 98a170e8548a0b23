// The answer to a write with an idempotency key: the one of this request, or that of an earlier one.
import type { KeyedAnswer } from '../execute/idempotent-script.js';
import type { CompleteRequest } from '../request/api-request.js';
import { indentJson } from '../request/exact-number.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';

/** Renders a printed answer, indented where this request asks for it. One that was stored says so. */
export function renderKeyedAnswer(
  { requestId, pretty }: CompleteRequest,
  { answer, isReplay }: KeyedAnswer,
  maxBytes: number,
): ApiResponse {
  const { status, headers, body } = answer;
  return {
    status,
    headers: isReplay
      ? {
          ...(body === null ? buildPlainHeaders(requestId) : buildJsonHeaders('json', requestId)),
          ...headers,
          'idempotent-replayed': 'true',
        }
      : headers,
    body: pretty && body !== null ? indentJson(body, maxBytes) : body,
  };
}
