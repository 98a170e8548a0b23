// Health checks for load balancers: liveness and readiness. Not part of the API: undocumented, without a request id.
import type { Api } from '@decorest/core';
import type { Context } from 'koa';
import { isDraining } from '../serve/draining.js';

/** Paths of the health checks below the prefix. */
export const healthPaths = ['/health/live', '/health/ready'] as const;

/** Answers a health check; returns false for other paths, and for methods other than GET and HEAD. */
export async function answerHealth(ctx: Context, api: Pick<Api, 'ready'>, path: string): Promise<boolean> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (path === '/health/live') {
    sendHealth(ctx, true);
    return true;
  }
  if (path !== '/health/ready') return false;
  sendHealth(ctx, !isDraining(ctx.app) && (await api.ready()));
  return true;
}

function sendHealth(ctx: Context, isHealthy: boolean): void {
  ctx.status = isHealthy ? 200 : 503;
  ctx.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  if (!isHealthy) ctx.set('retry-after', '1');
  ctx.body = { status: isHealthy ? 'ok' : 'unavailable' };
}
