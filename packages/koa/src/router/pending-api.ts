// An API that is not there yet, because its database is not: health says so, and so does every answer that is ours to give.
import { ApiError, problemResponse, type Api } from '@decorest/core';
import type { ServePath } from './api-middleware.js';
import { answerHealth } from './health.js';
import { toApiRequest, hasFallenThrough, sendResponse } from './koa-request.js';

const notReady = { ready: () => Promise.resolve(false) };

/** Serves as `serve` says once the API is there. Until then what nobody else answers is a 503. */
export function servePendingApi(
  coming: Promise<Api>,
  health: boolean,
  serve: (api: Api) => ServePath,
): ServePath {
  let there: ServePath | undefined;
  // Not caught: an API that cannot be made, or not be served so, is an error of the start and ends the process.
  void coming.then((api) => {
    there = serve(api);
  });
  return async (ctx, next, path) => {
    if (there) return there(ctx, next, path);
    if (health && (await answerHealth(ctx, notReady, path))) return;
    await next();
    if (hasFallenThrough(ctx))
      sendResponse(ctx, problemResponse(createUnavailableError(), toApiRequest(ctx, path, 0)));
  };
}

function createUnavailableError(): ApiError {
  return new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}
