// Converts a Koa context to a request of core, sends core's answer, and detects requests that have fallen through.
import { Readable } from 'node:stream';
import type { ApiRequest, ApiResponse } from '@decorest/core';
import type { Context } from 'koa';
import { limitPause } from './export-pause.js';
import { minCountedLength } from './response-budget.js';
import { getConnectionSignal } from './connection-signal.js';
import { createBodyReader } from './body-reader.js';
import type { RouterSettings } from './router-options.js';

/** How requests of a mount are read. */
export type RequestSettings = Pick<RouterSettings, 'bodyLimit' | 'resolveBase'>;

/** Converts a context to a request whose raw path below the mount is `path`. The body is read when core asks for it. */
export function toApiRequest(
  ctx: Context,
  path: string,
  { bodyLimit, resolveBase }: RequestSettings,
): ApiRequest {
  const { request, req } = ctx;
  const { method } = request;
  return {
    method,
    path,
    base: resolveBase(ctx, path),
    query: request.querystring,
    headers: getRequestHeaders(ctx),
    body: isBodyMethod(method) ? createBodyReader(ctx, bodyLimit) : undefined,
    state: ctx.state,
    signal: getConnectionSignal(req),
  };
}

/** An `X-Request-Id` that the application has already set on the answer is the id of the request. */
function getRequestHeaders(ctx: Context): NonNullable<ApiRequest['headers']> {
  const id = ctx.res.getHeader('X-Request-Id');
  return typeof id === 'string' ? { ...ctx.headers, 'x-request-id': id } : ctx.headers;
}

function isBodyMethod(method: string): boolean {
  return method === 'POST' || method === 'PATCH';
}

/** Sets the headers before the body; otherwise Koa would choose a content type itself. */
export function sendResponse(ctx: Context, { status, headers, body }: ApiResponse): void {
  const { response, res } = ctx;
  if (res.headersSent) return;
  response.status = status;
  setHeaders(ctx, headers);
  // Bytes are kept outside the heap; a string with any character beyond Latin-1 takes two bytes per character.
  if (typeof body === 'string') response.body = body.length < minCountedLength ? body : Buffer.from(body);
  else if (body) {
    limitPause(res);
    response.body = Readable.from(endConnectionAfterError(ctx, body));
  }
}

/** What middleware has set stands: its `Vary` is extended, and its `Cache-Control` is not replaced by a default. */
export function setHeaders(ctx: Context, headers: ApiResponse['headers']): void {
  const { res } = ctx;
  for (const name in headers) {
    const value = headers[name] ?? '';
    // Koa's own function parses the header, which most answers do not have yet.
    if (name === 'vary' && res.hasHeader(name)) ctx.vary(value);
    else if (name !== 'cache-control' || !defaultCaching.has(value) || !res.hasHeader(name))
      res.setHeader(name, value);
  }
}

/** The values of `Cache-Control` that core chooses where the author has chosen none. */
const defaultCaching: ReadonlySet<string> = new Set(['private, no-cache', 'no-store']);

/**
 * Ends the connection of an incomplete answer: a client must not take it for a complete one. Core has logged the error. Not a
 * generator: one that never starts would not tell the pieces that nothing will read them.
 */
function endConnectionAfterError({ res }: Context, body: AsyncIterable<string>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => {
      const pieces = body[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            return await pieces.next();
          } catch {
            res.destroy();
            return ended;
          }
        },
        return: async () => {
          await pieces.return?.();
          return ended;
        },
      };
    },
  };
}

const ended = { done: true, value: undefined } as const;

/** Whether no middleware has answered: no body, no status, no headers sent, and Koa still responds. */
export function hasFallenThrough(ctx: Context): boolean {
  const untouched = ctx.status === 404 && (ctx.body === undefined || ctx.body === null);
  return untouched && ctx.respond !== false && !ctx.headerSent;
}
