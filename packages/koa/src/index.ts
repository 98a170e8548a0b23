// The public surface of @decorest/koa. Anything not named here is private.
export type { RestRouterOptions } from './router-options.js';
export { restMiddleware } from './rest-middleware.js';
export { restRouter } from './rest-router.js';
