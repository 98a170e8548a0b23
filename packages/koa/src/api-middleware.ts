// One request of Koa to Api.handle and back. A good neighbour: what the API does not have goes to the next
// middleware first, and is a problem document only when nobody answered.
import type { Api, ApiResponse, RouteMatch } from '@decorest/core';
import type { Context, Next } from 'koa';
import { bodyReader } from './body-reader.js';
import { answerDocs, type DocsResources } from './docs-resources.js';
import { mountPath } from './mount-path.js';
import { isUnanswered } from './neighbour.js';

/** Serves one request whose raw path below the router is `path`. */
export type ServePath = (ctx: Context, next: Next, path: string) => Promise<void>;

/** Serves an API and its documentation. */
export function apiMiddleware(api: Api, docs: DocsResources, bodyLimit: number): ServePath {
  return async (ctx, next, path) => {
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, resource, path);
    if (!answersItself(api.routes.match(ctx.method, path))) {
      await next();
      if (!isUnanswered(ctx)) return;
    }
    await answer(ctx, api, path, bodyLimit);
  };
}

function answersItself(match: RouteMatch): boolean {
  return match.kind === 'options' || (match.kind === 'route' && match.route.mounted);
}

async function answer(ctx: Context, api: Api, path: string, bodyLimit: number): Promise<void> {
  const response = await api.handle({
    method: ctx.method,
    path,
    base: mountPath(ctx.originalUrl, path),
    query: ctx.querystring,
    headers: ctx.headers,
    body: mayHaveBody(ctx.method) ? bodyReader(ctx, bodyLimit) : undefined,
    state: ctx.state,
  });
  send(ctx, response);
}

function mayHaveBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH';
}

/** Headers go first: Koa would else give the body a content type of its own. */
function send(ctx: Context, response: ApiResponse): void {
  ctx.status = response.status;
  ctx.set(response.headers);
  if (response.body !== null) ctx.body = response.body;
}
