// restMiddleware: the API as plain Koa middleware, for applications that need no router around it.
import type { Api } from '@decorest/core';
import type { Middleware } from 'koa';
import { createApiMiddleware, type ServePath } from './api-middleware.js';
import { servePendingApi } from './pending-api.js';
import { createDocsResources } from '../docs/docs-resources.js';
import { createBaseResolver } from './public-base.js';
import { stripPrefix, requirePlainPrefix } from './plain-prefix.js';
import {
  resolvePrefix,
  requireRouterOptions,
  resolveRouterSettings,
  type RestRouterOptions,
} from './router-options.js';

/**
 * Creates a single middleware that serves an API: `app.use(restMiddleware(api, { prefix: '/api' }))`. Its answers are those
 * of `restRouter`, without the cost of a router's matching. Add guards before it with `app.use`. Requests outside the
 * prefix go to the next middleware.
 *
 * Pass a promise of an API if the database may start later than the application. Until the promise is fulfilled, requests
 * that no other middleware answers get 503 with `Retry-After`; with `health`, `/health/live` is 200 and `/health/ready` is
 * 503. A rejection ends the process, like every unhandled rejection.
 *
 * @throws TypeError for invalid options, and for a prefix with parameters, which requires `restRouter`.
 */
export function restMiddleware(api: Api | Promise<Api>, options: RestRouterOptions = {}): Middleware {
  requireRouterOptions(options);
  const prefix = resolvePrefix(options);
  requirePlainPrefix(prefix, 'restMiddleware');
  const { health = false } = options;
  const served = (there: Api) => createServePath(there, options);
  const settings = { health, resolveBase: createBaseResolver(options, prefix) };
  const serve = 'then' in api ? servePendingApi(api, settings, served) : served(api);
  return (ctx, next) => {
    const path = stripPrefix(prefix, ctx.path);
    return path === undefined ? next() : serve(ctx, next, path);
  };
}

function createServePath(api: Api, options: RestRouterOptions): ServePath {
  const settings = resolveRouterSettings(api, options);
  return createApiMiddleware(api, createDocsResources(api, settings), settings);
}
