// restRouter: the API as a @koa/router Router. Decides where the API is mounted; api-middleware.ts answers requests.
import type { Api } from '@decorest/core';
import { Router, type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { createApiMiddleware, type ServePath } from './api-middleware.js';
import { createDocsResources } from '../docs/docs-resources.js';
import { isPlainPrefix, stripPrefix } from './plain-prefix.js';
import { resolveRouterSettings, type RestRouterOptions } from './router-options.js';

/**
 * Creates a router that serves an API: `app.use(restRouter(api, { prefix: '/api' }).routes())`.
 *
 * Middleware and routes added before the call of `routes()` run before the API: `router.use(guard)` guards it, and a route
 * of the application takes precedence over a route of the API.
 *
 * @throws TypeError for invalid options.
 */
export function restRouter(api: Api, options: RestRouterOptions = {}): Router {
  const settings = resolveRouterSettings(api, options);
  const serve = createApiMiddleware(api, createDocsResources(api, settings), settings);
  const router = new Router({ prefix: settings.prefix, strict: true, sensitive: true });
  const addLastLayers = () => {
    router.all('/*path', (ctx, next) => serve(ctx, next, getRawRemainder(ctx)));
    router.all('{/}', (ctx, next) => serve(ctx, next, ctx.path.endsWith('/') ? '/' : ''));
  };
  return finishOnUse(router, addLastLayers, (dispatch) =>
    createShortCut(router, dispatch, { prefix: settings.prefix, serve }),
  );
}

/** The rest of the path below the router. Captures are raw, as the client sent them; `ctx.params` are decoded. */
function getRawRemainder(ctx: RouterContext): string {
  return `/${ctx.captures?.at(-1) ?? ''}`;
}

/** Layers run in the order of their addition, so the API's layers are added only when the router is first used. */
function finishOnUse(
  router: Router,
  addLastLayers: () => void,
  finish: (dispatch: RouterMiddleware) => RouterMiddleware,
): Router {
  const middleware = router.middleware.bind(router);
  let finished = false;
  router.middleware = () => {
    if (!finished) addLastLayers();
    finished = true;
    return finish(middleware());
  };
  return router;
}

type RouterMiddleware = ReturnType<Router['middleware']>;

const apiLayers = 2;

/** The API below a prefix. */
interface Mount {
  readonly prefix: string;
  readonly serve: ServePath;
}

/**
 * Bypasses the router's matching, which takes a tenth of the time of a small request, while the router holds nothing but
 * the API. The router dispatches once it has other layers, and for paths that are not plainly below the prefix.
 */
function createShortCut(
  router: Router,
  dispatch: RouterMiddleware,
  { prefix, serve }: Mount,
): RouterMiddleware {
  if (!isPlainPrefix(prefix)) return dispatch;
  const direct: Middleware = async (ctx, next) => {
    const alone = router.stack.length === apiLayers && router.opts.prefix === prefix;
    const path = alone && ctx.newRouterPath === undefined ? stripPrefix(prefix, ctx.path) : undefined;
    if (path === undefined) await dispatch(ctx as RouterContext, next);
    else await serve(ctx, next, path);
  };
  return Object.assign(direct, { router });
}
