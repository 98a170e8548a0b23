// Every request has an id, in the header X-Request-Id and in the log, and one line in the log when it is answered.
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { State } from '../state.js';

export function requestLog(logger: Logger): Middleware<State> {
  return async (ctx, next) => {
    const since = performance.now();
    const requestId = /^[\w-]{1,64}$/.exec(ctx.get('x-request-id'))?.[0] ?? randomUUID();
    ctx.set('X-Request-Id', requestId);
    ctx.state.requestId = requestId;
    ctx.state.log = logger.child({ requestId });
    await next();
    const ms = Math.round(performance.now() - since);
    ctx.state.log.info({ method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'answered');
  };
}
