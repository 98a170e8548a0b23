// The public surface of @decorest/koa. Anything not named here is private.
export type { RestRouterOptions } from './router-options.js';
export { restMiddleware } from './rest-middleware.js';
export { restRouter } from './rest-router.js';
export type { Ending } from './draining.js';
export { serve, type ServeOptions, type Serving } from './serve.js';
export type { ServerLimits } from './server-limits.js';
