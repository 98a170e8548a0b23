// Errors leave in one format, `{ "error": { status, message, requestId } }`, and unexpected ones only as a 500.
import type { Middleware } from 'koa';
import type { State } from '../state.js';

export const errors: Middleware<State> = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'There is nothing here.');
  } catch (error) {
    const { status, message } = publicPartOf(error);
    if (status === 500) ctx.state.log.error({ err: error }, 'failed');
    ctx.status = status;
    ctx.body = { error: { status, message, requestId: ctx.state.requestId } };
  }
};

/** What `ctx.throw` and the body parser throw carries the status that it means. */
function publicPartOf(error: unknown): { status: number; message: string } {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  const isOfClient = error instanceof Error && status >= 400 && status < 500;
  return isOfClient ? { status, message: error.message } : { status: 500, message: 'Something went wrong.' };
}
