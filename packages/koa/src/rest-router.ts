// restRouter: the API as a @koa/router Router. Knows where the API hangs; how it answers is in api-middleware.ts.
import type { Api } from '@decorest/core';
import { Router, type RouterContext } from '@koa/router';
import { apiMiddleware } from './api-middleware.js';
import { docsResources } from './docs-resources.js';
import { routerSettings, type RestRouterOptions } from './router-options.js';

/**
 * An API as a router: `app.use(restRouter(api, { prefix: '/api' }).routes())`.
 *
 * Middleware and routes added to it before `routes()` is called come before the API: a `router.use(guard)` guards it,
 * and an own route wins over the API's.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function restRouter(api: Api, options: RestRouterOptions = {}): Router {
  const settings = routerSettings(api, options);
  const serve = apiMiddleware(api, docsResources(api, settings), settings.bodyLimit);
  const router = new Router({ prefix: settings.prefix, strict: true, sensitive: true });
  return finishedBy(router, () => {
    router.all('/*path', (ctx, next) => serve(ctx, next, rawRemainder(ctx)));
    router.all('{/}', (ctx, next) => serve(ctx, next, ctx.path.endsWith('/') ? '/' : ''));
  });
}

/** What is left of the path below the router. Captures are as the client sent them; `ctx.params` are decoded. */
function rawRemainder(ctx: RouterContext): string {
  return `/${ctx.captures?.at(-1) ?? ''}`;
}

/** Layers run in the order they were added, so the last ones wait until the router is put to use. */
function finishedBy(router: Router, addLastLayers: () => void): Router {
  const middleware = router.middleware.bind(router);
  let finished = false;
  router.middleware = () => {
    if (!finished) addLastLayers();
    finished = true;
    return middleware();
  };
  return router;
}
