// restMiddleware: the API as plain Koa middleware, for those who need no router around it.
import type { Api } from '@decorest/core';
import type { Middleware } from 'koa';
import { apiMiddleware } from './api-middleware.js';
import { docsResources } from './docs-resources.js';
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
  requireLiteral(settings.prefix);
  const serve = apiMiddleware(api, docsResources(api, settings), settings.bodyLimit);
  const { length } = settings.prefix;
  return (ctx, next) => {
    const { path } = ctx;
    if (!isBelow(path, settings.prefix)) return next();
    return serve(ctx, next, length === 0 ? path : path.slice(length));
  };
}

function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return path.length === prefix.length || path[prefix.length] === '/';
}

function requireLiteral(prefix: string): void {
  if (/^[\w/.~-]*$/.test(prefix)) return;
  throw new TypeError(
    `restMiddleware: prefix '${prefix}' must be a path of plain words; use restRouter for parameters.`,
  );
}
