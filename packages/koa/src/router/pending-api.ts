// An API whose database is not available yet: until then, requests that fall through get 503.
import { ApiError, problemResponse, type Api } from '@decorest/core';
import type { ServePath } from './api-middleware.js';
import { answerHealth } from './health.js';
import type { RouterSettings } from './router-options.js';
import { toApiRequest, hasFallenThrough, sendResponse } from './koa-request.js';

const notReady = { ready: () => Promise.resolve(false) };

/** Serves the API through `serve` once the promise is fulfilled. Until then, requests that fall through get 503. */
export function servePendingApi(
  pending: Promise<Api>,
  { health, resolveBase }: Pick<RouterSettings, 'health' | 'resolveBase'>,
  serve: (api: Api) => ServePath,
): ServePath {
  let ready: ServePath | undefined;
  // Not caught: an API that cannot be created or served is a startup error and ends the process.
  void pending.then((api) => {
    ready = serve(api);
  });
  return async (ctx, next, path) => {
    if (ready) return ready(ctx, next, path);
    if (health && (await answerHealth(ctx, notReady, path))) return;
    await next();
    if (hasFallenThrough(ctx))
      sendResponse(
        ctx,
        problemResponse(createUnavailableError(), toApiRequest(ctx, path, { bodyLimit: 0, resolveBase })),
      );
  };
}

function createUnavailableError(): ApiError {
  return new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}
