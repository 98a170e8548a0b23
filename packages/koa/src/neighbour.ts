// Whether the middleware after us left a request to us.
import type { Context } from 'koa';

/** Nobody answered: no body, no status of its own, nothing written, and Koa still in charge. */
export function isUnanswered(ctx: Context): boolean {
  const untouched = ctx.status === 404 && (ctx.body === undefined || ctx.body === null);
  return untouched && ctx.respond !== false && !ctx.headerSent;
}
