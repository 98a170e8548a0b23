// restControllers: what surrounds the controllers of an API. Documentation, OPTIONS, bodies left to us, problem documents.
import { ApiError, type Api, type RouteMatch } from '@decorest/core';
import type { Context, Middleware } from 'koa';
import type { CurrentUserChecker, RoutingControllersOptions } from 'routing-controllers';
import type { ServePath } from '../router/api-middleware.js';
import { answerDocs, createDocsResources } from '../docs/docs-resources.js';
import { toApiRequest, hasFallenThrough, sendResponse } from '../router/koa-request.js';
import { stripPrefix, requirePlainPrefix } from '../router/plain-prefix.js';
import {
  resolveRouterSettings,
  type RestRouterOptions,
  type RouterSettings,
} from '../router/router-options.js';
import { getControlledApi } from './controlled-api.js';
import { ControllerRequest } from './controller-request.js';

/** The options of `useKoaServer`, of which prefix and current user are read, and those of `restRouter`. */
export type RestControllersOptions = Pick<RoutingControllersOptions, 'routePrefix' | 'currentUserChecker'> &
  Omit<RestRouterOptions, 'prefix'>;

/**
 * Goes in front of `useKoaServer`, for the same options: `app.use(restControllers(api, options))`. It serves the
 * documentation, answers `OPTIONS`, keeps routing-controllers' body parser away from the API's bodies, and turns what
 * nobody answered below the prefix into problem documents.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function restControllers(api: Api, options: RestControllersOptions = {}): Middleware {
  const { routePrefix = '', currentUserChecker, ...others } = options;
  const settings = resolveRouterSettings(api, { ...omitServerOptions(others), prefix: routePrefix });
  requirePlainPrefix(settings.prefix, 'restControllers');
  const surround = createSurroundings(api, settings, currentUserChecker);
  return (ctx, next) => {
    const path = stripPrefix(settings.prefix, ctx.path);
    return path === undefined ? next() : surround(ctx, next, path);
  };
}

/** Options of `useKoaServer`, which reads them from the same object. */
const serverOptions: Readonly<Record<keyof RoutingControllersOptions, true>> = {
  cors: true,
  routePrefix: true,
  controllers: true,
  middlewares: true,
  interceptors: true,
  classTransformer: true,
  classToPlainTransformOptions: true,
  plainToClassTransformOptions: true,
  validation: true,
  development: true,
  defaultErrorHandler: true,
  errorOverridingMap: true,
  authorizationChecker: true,
  currentUserChecker: true,
  defaults: true,
};

function omitServerOptions(options: RestRouterOptions): RestRouterOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(serverOptions, name)));
}

function createSurroundings(
  api: Api,
  settings: RouterSettings,
  currentUser: CurrentUserChecker | undefined,
): ServePath {
  const docs = createDocsResources(api, settings);
  const { paths, requests: passages } = getControlledApi(api);
  return async (ctx, next, path) => {
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, resource, path });
    const request = toApiRequest(ctx, path, settings.bodyLimit);
    const passage = new ControllerRequest(api, ctx, request, currentUser);
    const match = paths.has(getCollectionSegment(path)) ? passage.match : noMatch;
    // Core reads the body, by its own rules.
    if (match.kind === 'route' && match.route.mounted) ctx.disableBodyParser = true;
    passages.set(ctx, passage);
    if (match.kind === 'options') sendResponse(ctx, await api.handle(request));
    else await passage.runNext(next);
    if (isLeftUnanswered(ctx, match)) passage.refuse(toRefusal(match));
  };
}

const noMatch: RouteMatch = { kind: 'nothing' };

/** First segment of a raw path. */
function getCollectionSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Nobody answered; or nobody but the router of routing-controllers, which knows less of our methods. */
function isLeftUnanswered(ctx: Context, match: RouteMatch): boolean {
  if (hasFallenThrough(ctx)) return true;
  const isBare = ctx.body === undefined || ctx.body === null;
  return match.kind === 'other-method' && isBare && (ctx.status === 405 || ctx.status === 501);
}

function toRefusal(match: RouteMatch): ApiError {
  if (match.kind !== 'other-method') return new ApiError('not_found');
  return new ApiError('method_not_allowed', { headers: { allow: match.allow } });
}
