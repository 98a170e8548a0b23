// The public surface of @decorest/koa. Anything not named here is private.
export { restMiddleware } from './router/rest-middleware.js';
export { restRouter } from './router/rest-router.js';
export type { RestRouterOptions } from './router/router-options.js';
