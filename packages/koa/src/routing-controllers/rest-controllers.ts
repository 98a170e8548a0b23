// restControllers: what surrounds the controllers of an API. Documentation, OPTIONS, bodies left to us, problem documents.
import { ApiError, type Api, type RouteMatch } from '@decorest/core';
import type { Context, Middleware } from 'koa';
import type { CurrentUserChecker, RoutingControllersOptions } from 'routing-controllers';
import type { ServePath } from '../router/api-middleware.js';
import { answerDocs, docsResources } from '../docs/docs-resources.js';
import { apiRequest, isUnanswered, sendAnswer } from '../router/koa-request.js';
import { pathBelow, requirePlainPrefix } from '../router/plain-prefix.js';
import { routerSettings, type RestRouterOptions, type RouterSettings } from '../router/router-options.js';
import { controlledApi } from './controlled-api.js';
import { Passage } from './controller-request.js';

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
  const settings = routerSettings(api, { ...withoutServerOptions(others), prefix: routePrefix });
  requirePlainPrefix(settings.prefix, 'restControllers');
  const surround = surroundings(api, settings, currentUserChecker);
  return (ctx, next) => {
    const path = pathBelow(settings.prefix, ctx.path);
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

function withoutServerOptions(options: RestRouterOptions): RestRouterOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(serverOptions, name)));
}

function surroundings(
  api: Api,
  settings: RouterSettings,
  currentUser: CurrentUserChecker | undefined,
): ServePath {
  const docs = docsResources(api, settings);
  const { paths, passages } = controlledApi(api);
  return async (ctx, next, path) => {
    const resource = docs.get(path);
    if (resource) return answerDocs(ctx, next, { api, resource, path });
    const request = apiRequest(ctx, path, settings.bodyLimit);
    const passage = new Passage(api, ctx, request, currentUser);
    const match = paths.has(collectionOf(path)) ? passage.match : nothing;
    // Core reads the body, by its own rules.
    if (match.kind === 'route' && match.route.mounted) ctx.disableBodyParser = true;
    passages.set(ctx, passage);
    if (match.kind === 'options') sendAnswer(ctx, await api.handle(request));
    else await passage.through(next);
    if (isLeftToUs(ctx, match)) passage.refuse(refusalOf(match));
  };
}

const nothing: RouteMatch = { kind: 'nothing' };

/** First segment of a raw path. */
function collectionOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Nobody answered; or nobody but the router of routing-controllers, which knows less of our methods. */
function isLeftToUs(ctx: Context, match: RouteMatch): boolean {
  if (isUnanswered(ctx)) return true;
  const isBare = ctx.body === undefined || ctx.body === null;
  return match.kind === 'other-method' && isBare && (ctx.status === 405 || ctx.status === 501);
}

function refusalOf(match: RouteMatch): ApiError {
  if (match.kind !== 'other-method') return new ApiError('not_found');
  return new ApiError('method_not_allowed', { headers: { allow: match.allow } });
}
