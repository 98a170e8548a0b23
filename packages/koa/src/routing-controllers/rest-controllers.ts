// restControllers: the middleware before the controllers of an API. Documentation, OPTIONS, bodies and problem documents.
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

/** Options of `useKoaServer` (prefix and current user) and of `restRouter`. */
export type RestControllersOptions = Pick<RoutingControllersOptions, 'routePrefix' | 'currentUserChecker'> &
  Omit<RestRouterOptions, 'prefix'>;

/**
 * Creates the middleware to use before `useKoaServer`, with the same options: `app.use(restControllers(api, options))`. It
 * serves the documentation, answers `OPTIONS`, disables routing-controllers' body parser for the API's routes, and answers
 * requests below the prefix that fall through with problem documents.
 *
 * @throws TypeError for invalid options.
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

/** Exhaustive: the options of `useKoaServer`, which reads them from the same object. */
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
  checkUser: CurrentUserChecker | undefined,
): ServePath {
  const docs = createDocsResources(api, settings);
  const { paths, requests } = getControlledApi(api);
  return async (ctx, next, path) => {
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, settings, resource, path });
    const request = toApiRequest(ctx, path, settings);
    const controllerRequest = new ControllerRequest({ api, checkUser }, ctx, request);
    const match = paths.has(getCollectionSegment(path)) ? controllerRequest.match : noMatch;
    // Core reads the body itself.
    if (match.kind === 'route' && match.route.mounted) ctx.disableBodyParser = true;
    requests.set(ctx, controllerRequest);
    if (match.kind === 'options') sendResponse(ctx, await api.handle(request, match));
    else await controllerRequest.runNext(next);
    if (isLeftUnanswered(ctx, match)) controllerRequest.refuse(toRefusal(match));
  };
}

const noMatch: RouteMatch = { kind: 'nothing' };

/** The first segment of a raw path. */
function getCollectionSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Whether no middleware has answered, except routing-controllers' router with a bare 405 or 501. */
function isLeftUnanswered(ctx: Context, match: RouteMatch): boolean {
  if (hasFallenThrough(ctx)) return true;
  const isBare = ctx.body === undefined || ctx.body === null;
  return match.kind === 'other-method' && isBare && (ctx.status === 405 || ctx.status === 501);
}

function toRefusal(match: RouteMatch): ApiError {
  if (match.kind !== 'other-method') return new ApiError('not_found');
  return new ApiError('method_not_allowed', { headers: { allow: match.allow } });
}
