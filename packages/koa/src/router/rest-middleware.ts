// restMiddleware: the API as plain Koa middleware, for those who need no router around it.
import type { Api } from '@decorest/core';
import type { Middleware } from 'koa';
import { createApiMiddleware, type ServePath } from './api-middleware.js';
import { servePendingApi } from './pending-api.js';
import { createDocsResources } from '../docs/docs-resources.js';
import { stripPrefix, requirePlainPrefix } from './plain-prefix.js';
import {
  resolvePrefix,
  requireRouterOptions,
  resolveRouterSettings,
  type RestRouterOptions,
} from './router-options.js';

/**
 * An API as one middleware: `app.use(restMiddleware(api, { prefix: '/api' }))`. The same answers as `restRouter` gives,
 * without a router's matching in front of ours; guards go before it with `app.use`. Requests outside the prefix go to
 * the next middleware.
 *
 * A promise of an API is for a database that may come later than the application. Until it is kept, requests that no other
 * middleware answers are 503 with `Retry-After`, and of `health` only `/health/live` is well. When it is broken, the
 * process ends, as with any rejection that nobody handles.
 *
 * @throws TypeError for options that cannot be meant, and for a prefix with parameters, which need `restRouter`.
 */
export function restMiddleware(api: Api | Promise<Api>, options: RestRouterOptions = {}): Middleware {
  requireRouterOptions(options);
  const prefix = resolvePrefix(options);
  requirePlainPrefix(prefix, 'restMiddleware');
  const { health = false } = options;
  const served = (there: Api) => createServePath(there, options);
  const serve = 'then' in api ? servePendingApi(api, health, served) : served(api);
  return (ctx, next) => {
    const path = stripPrefix(prefix, ctx.path);
    return path === undefined ? next() : serve(ctx, next, path);
  };
}

function createServePath(api: Api, options: RestRouterOptions): ServePath {
  const settings = resolveRouterSettings(api, options);
  return createApiMiddleware(api, createDocsResources(api, settings), settings);
}
