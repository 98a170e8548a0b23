// The public surface of @decorest/koa. Anything not named here is private.
export type { RestRouterOptions } from './router/router-options.js';
export { restMiddleware } from './router/rest-middleware.js';
export { restRouter } from './router/rest-router.js';
export type { Ending } from './serve/draining.js';
export { serve, type ServeOptions, type Serving } from './serve/serve.js';
export type { ServerLimits } from './serve/server-limits.js';
