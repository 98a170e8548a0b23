// restRouter: the API as a @koa/router Router. Knows where the API hangs; how it answers is in api-middleware.ts.
import type { Api } from '@decorest/core';
import { Router, type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { createApiMiddleware, type ServePath } from './api-middleware.js';
import { createDocsResources } from '../docs/docs-resources.js';
import { isPlainPrefix, stripPrefix } from './plain-prefix.js';
import { resolveRouterSettings, type RestRouterOptions } from './router-options.js';

/**
 * An API as a router: `app.use(restRouter(api, { prefix: '/api' }).routes())`.
 *
 * Middleware and routes added to it before `routes()` is called come before the API: a `router.use(guard)` guards it,
 * and an own route wins over the API's.
 *
 * @throws TypeError for options that cannot be meant.
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
    createShortCut(router, settings.prefix, serve, dispatch),
  );
}

/** What is left of the path below the router. Captures are as the client sent them; `ctx.params` are decoded. */
function getRawRemainder(ctx: RouterContext): string {
  return `/${ctx.captures?.at(-1) ?? ''}`;
}

/** Layers run in the order they were added, so the last ones wait until the router is put to use. */
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

/**
 * While nothing but the API hangs in the router, there is nothing to match, and its matching is a tenth of a small
 * request. As soon as there is more, or the path is not plainly below the prefix, the router dispatches.
 */
function createShortCut(
  router: Router,
  prefix: string,
  serve: ServePath,
  dispatch: RouterMiddleware,
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
