// The public surface of @decorest/koa/serve. Anything not named here is private.
export type { DrainResult } from './draining.js';
export { serve, type RunningServer, type ServeOptions } from './serve.js';
export type { ServerLimits } from './server-limits.js';
