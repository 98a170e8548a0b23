// One request of Koa to Api.handle and back. A good neighbour: what the API does not have goes to the next
// middleware first, and is a problem document only when nobody answered.
import { ApiError, type Api, type RouteMatch } from '@decorest/core';
import type { Context, Next } from 'koa';
import { answerRoom } from './response-budget.js';
import { answerDocs, type DocsResources } from '../docs/docs-resources.js';
import { apiRequest, isUnanswered, sendAnswer } from './koa-request.js';
import { answerHealth } from './health.js';
import type { RouterSettings } from './router-options.js';

/** Serves one request whose raw path below the router is `path`. */
export type ServePath = (ctx: Context, next: Next, path: string) => Promise<void>;

/** Serves an API and its documentation. */
export function apiMiddleware(
  api: Api,
  docs: DocsResources,
  { bodyLimit, health }: RouterSettings,
): ServePath {
  const hasRoom = answerRoom();
  return async (ctx, next, path) => {
    if (health && (await answerHealth(ctx, api, path))) return;
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, resource, path });
    if (!answersItself(api.routes.match(ctx.method, path))) {
      await next();
      if (!isUnanswered(ctx)) return;
    }
    const request = apiRequest(ctx, path, bodyLimit);
    const answer = await api.handle(request);
    // The answer to a write is small, and tells of what is done.
    const isSent = ctx.method !== 'GET' || hasRoom(ctx, answer);
    sendAnswer(ctx, isSent ? answer : api.refuse(overloaded(), request));
  };
}

function overloaded(): ApiError {
  return new ApiError('unavailable', {
    detail: 'Too many large answers have not been taken by their clients yet.',
    headers: { 'retry-after': '1' },
  });
}

function answersItself(match: RouteMatch): boolean {
  return match.kind === 'options' || (match.kind === 'route' && match.route.mounted);
}
