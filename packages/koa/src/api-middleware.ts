// One request of Koa to Api.handle and back. A good neighbour: what the API does not have goes to the next
// middleware first, and is a problem document only when nobody answered.
import type { Api, RouteMatch } from '@decorest/core';
import type { Context, Next } from 'koa';
import { answerDocs, type DocsResources } from './docs-resources.js';
import { apiRequest, sendAnswer } from './koa-exchange.js';
import { answerHealth } from './health.js';
import { isUnanswered } from './neighbour.js';
import type { RouterSettings } from './router-options.js';

/** Serves one request whose raw path below the router is `path`. */
export type ServePath = (ctx: Context, next: Next, path: string) => Promise<void>;

/** Serves an API and its documentation. */
export function apiMiddleware(
  api: Api,
  docs: DocsResources,
  { bodyLimit, health }: RouterSettings,
): ServePath {
  return async (ctx, next, path) => {
    if (health && (await answerHealth(ctx, api, path))) return;
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, resource, path });
    if (!answersItself(api.routes.match(ctx.method, path))) {
      await next();
      if (!isUnanswered(ctx)) return;
    }
    sendAnswer(ctx, await api.handle(apiRequest(ctx, path, bodyLimit)));
  };
}

function answersItself(match: RouteMatch): boolean {
  return match.kind === 'options' || (match.kind === 'route' && match.route.mounted);
}
