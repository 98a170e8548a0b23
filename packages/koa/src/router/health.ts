// What load balancers ask: does the process live, and can it answer requests. Not part of the API: no document, no id.
import type { Api } from '@decorest/core';
import type { Context } from 'koa';
import { isDraining } from '../serve/draining.js';

/** The paths below the prefix. */
export const healthPaths = ['/health/live', '/health/ready'] as const;

/** Answers a path of health; false for all others. Anything but GET and HEAD is not ours either. */
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

function sendHealth(ctx: Context, well: boolean): void {
  ctx.status = well ? 200 : 503;
  ctx.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  if (!well) ctx.set('retry-after', '1');
  ctx.body = { status: well ? 'ok' : 'unavailable' };
}
