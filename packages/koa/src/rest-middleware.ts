// restMiddleware: the API as plain Koa middleware, for those who need no router around it.
import type { Api } from '@decorest/core';
import type { Middleware } from 'koa';
import { apiMiddleware } from './api-middleware.js';
import { docsResources } from './docs-resources.js';
import { pathBelow, requirePlainPrefix } from './plain-prefix.js';
import { routerSettings, type RestRouterOptions } from './router-options.js';

/**
 * An API as one middleware: `app.use(restMiddleware(api, { prefix: '/api' }))`. The same answers as `restRouter` gives,
 * without a router's matching in front of ours; guards go before it with `app.use`. Requests outside the prefix go to
 * the next middleware.
 *
 * @throws TypeError for options that cannot be meant, and for a prefix with parameters, which need `restRouter`.
 */
export function restMiddleware(api: Api, options: RestRouterOptions = {}): Middleware {
  const settings = routerSettings(api, options);
  requirePlainPrefix(settings.prefix, 'restMiddleware');
  const serve = apiMiddleware(api, docsResources(api, settings), settings);
  return (ctx, next) => {
    const path = pathBelow(settings.prefix, ctx.path);
    return path === undefined ? next() : serve(ctx, next, path);
  };
}
