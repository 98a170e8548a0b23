// An export -> status, headers and the pieces of its body.
import type { RunningExport } from '../execute/running-export.js';
import type { Route } from '../model/route-model.js';
import type { CompleteRequest } from '../request/api-request.js';
import { exportMediaTypes } from '../vocabulary/export-format.js';
import type { FailedRequest, RenderFailure } from './render-failure.js';
import { addCaching } from './conditional-answer.js';
import { buildPlainHeaders, type ApiResponse } from './api-response.js';

/** Renders the answer. For `HEAD`, ends the export, because its body is not sent. */
export function renderExport(
  { method, requestId }: CompleteRequest,
  route: Route,
  running: RunningExport,
): ApiResponse {
  const { style, list } = running.plan;
  const headers = buildPlainHeaders(requestId);
  headers['content-type'] = `${exportMediaTypes[style.format]}; charset=utf-8`;
  headers['content-disposition'] = `attachment; filename="${list.shape.subject.path}.${style.format}"`;
  headers['x-content-type-options'] = 'nosniff';
  addCaching(headers, route);
  if (method !== 'HEAD') return { status: 200, headers, body: running };
  running.end();
  return { status: 200, headers, body: null };
}

/** Logs an error that interrupts a body, and rethrows it, because the answer is incomplete. */
export function watchBody(
  response: ApiResponse,
  logFailure: RenderFailure,
  failed: FailedRequest,
): ApiResponse {
  const { body } = response;
  if (typeof body !== 'object' || body === null) return response;
  const watched = {
    [Symbol.asyncIterator]: () => {
      const pieces = body[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            return await pieces.next();
          } catch (error) {
            logFailure(error, failed);
            throw error;
          }
        },
        return: async () => (await pieces.return?.()) ?? ended,
      };
    },
  };
  return { ...response, body: watched };
}

const ended = { done: true, value: undefined } as const;
