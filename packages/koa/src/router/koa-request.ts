// Koa's context to a request of core, and core's answer to Koa.
import type { ApiRequest, ApiResponse } from '@decorest/core';
import type { Context } from 'koa';
import { minCountedLength } from './response-budget.js';
import { getConnectionSignal } from './connection-signal.js';
import { createBodyReader } from './body-reader.js';
import { resolveMountPath } from './mount-path.js';

/** The request of a context whose raw path below the mount is `path`. Its body is read when core asks for it. */
export function toApiRequest(ctx: Context, path: string, bodyLimit: number): ApiRequest {
  const { request, req } = ctx;
  const { method } = request;
  return {
    method,
    path,
    base: resolveMountPath(ctx.originalUrl, path),
    query: request.querystring,
    headers: getRequestHeaders(ctx),
    body: isBodyMethod(method) ? createBodyReader(ctx, bodyLimit) : undefined,
    state: ctx.state,
    signal: getConnectionSignal(req),
  };
}

/** The application may have given the request an id, and told it in its answer: that is the one to go by, not another. */
function getRequestHeaders(ctx: Context): NonNullable<ApiRequest['headers']> {
  const id = ctx.res.getHeader('X-Request-Id');
  return typeof id === 'string' ? { ...ctx.headers, 'x-request-id': id } : ctx.headers;
}

function isBodyMethod(method: string): boolean {
  return method === 'POST' || method === 'PATCH';
}

/** Headers go first: Koa would else give the body a content type of its own. */
export function sendResponse(ctx: Context, { status, headers, body }: ApiResponse): void {
  const { response, res } = ctx;
  if (res.headersSent) return;
  response.status = status;
  for (const name in headers) res.setHeader(name, headers[name] ?? '');
  // Bytes are outside of the heap, where a text with a character past Latin-1 takes two for each.
  if (body !== null) response.body = body.length < minCountedLength ? body : Buffer.from(body);
}

/** Nobody answered: no body, no status of its own, nothing written, and Koa still in charge. */
export function hasFallenThrough(ctx: Context): boolean {
  const untouched = ctx.status === 404 && (ctx.body === undefined || ctx.body === null);
  return untouched && ctx.respond !== false && !ctx.headerSent;
}
