// Passes a Koa request to Api.handle and sends the answer. A request that the API does not serve goes to the next middleware
// first, and becomes a problem document only if it falls through.
import { ApiError, type Api, type RouteMatch } from '@decorest/core';
import type { Context, Next } from 'koa';
import { createResponseBudget } from './response-budget.js';
import { answerDocs, linkDocument, type DocsResources } from '../docs/docs-resources.js';
import { toApiRequest, hasFallenThrough, sendResponse } from './koa-request.js';
import { answerHealth } from './health.js';
import { documentPath, type RouterSettings } from './router-options.js';

/** Serves a request whose raw path below the router is `path`. */
export type ServePath = (ctx: Context, next: Next, path: string) => Promise<void>;

/** Creates the middleware that serves an API, its documentation and its health checks. */
export function createApiMiddleware(api: Api, docs: DocsResources, settings: RouterSettings): ServePath {
  const budget = createResponseBudget();
  return async (ctx, next, path) => {
    if (settings.health && (await answerHealth(ctx, api, path))) return;
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, settings, resource, path });
    const match = api.routes.match(ctx.method, path);
    if (!isServedByApi(match)) {
      await next();
      if (!hasFallenThrough(ctx)) return;
    }
    const request = toApiRequest(ctx, path, settings);
    const refuse = () => {
      sendResponse(ctx, api.refuse(createOverloadedError(), request));
    };
    const isWrite = ctx.method === 'POST' || ctx.method === 'PATCH';
    // A write is refused before it begins: its answer says that it is done.
    if (isWrite && budget.isExhausted()) {
      // A client may read the answer only after it has sent its body.
      ctx.req.resume();
      refuse();
      return;
    }
    const answer = await api.handle(request, match);
    if (isWrite) budget.add(ctx, answer);
    else if (ctx.method === 'GET' && !budget.reserve(ctx, answer)) {
      refuse();
      return;
    }
    sendResponse(ctx, answer);
    if (match.kind === 'options' && docs.has(documentPath))
      linkDocument(ctx, settings.resolveBase(ctx, path));
  };
}

function createOverloadedError(): ApiError {
  return new ApiError('unavailable', {
    detail: 'Too many large answers are waiting for slow clients.',
    headers: { 'retry-after': '1' },
  });
}

function isServedByApi(match: RouteMatch): boolean {
  return match.kind === 'options' || (match.kind === 'route' && match.route.mounted);
}
