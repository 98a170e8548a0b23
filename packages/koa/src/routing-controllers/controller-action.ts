// A route of the API as an action of routing-controllers: registered once, run for every request.
import type { Route } from '@decorest/core';
import type { Context } from 'koa';
import { getMetadataArgsStorage, type ActionMetadata } from 'routing-controllers';
import type { EntityRoutes } from './entity-routes.js';
import { isExport, type ControllerRequest } from './controller-request.js';
import type { RestRequest } from './rest-request.js';

/** A class with actions. */
export type ControllerClass = abstract new (...args: never[]) => object;

/** Methods as routing-controllers names them. */
const actionTypes = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** A method of a controller class. `original` is the method of `RestController`, which subclasses may override. */
export interface ControllerMethod {
  readonly controller: ControllerClass;
  readonly method: string;
  readonly original?: unknown;
}

/**
 * Makes a method of a controller the action of a route, like `@Get` and the other decorators of routing-controllers.
 * Subclasses inherit the action, and may override the method.
 */
export function registerAction(
  routes: EntityRoutes,
  route: Route,
  { controller, method, original }: ControllerMethod,
): void {
  const isUnchanged = cacheDecision(
    (metadata) => !isReplaced(metadata, original) && !isIntercepted(metadata),
  );
  getMetadataArgsStorage().actions.push({
    type: actionTypes[route.method],
    target: controller,
    method,
    route: route.path.replace('{id}', ':id'),
    options: {},
    methodOverride: async (metadata, action, injected: unknown[]) => {
      const controllerRequest = routes.getControllerRequest(action.context as Context);
      try {
        const isPlain = isUnchanged(metadata);
        const request = await controllerRequest.prepare(route, !isPlain);
        if (isPlain) return await getUnchangedAnswer(controllerRequest, request, route);
        const result: unknown = await metadata.callMethod([request, ...injected], action);
        if (isExport(result)) return sendExport(controllerRequest, request);
        controllerRequest.setStatusAndHeaders(result);
        return result === null ? '' : result;
      } catch (error) {
        throw controllerRequest.translateError(error);
      } finally {
        await controllerRequest.endUnsentExports();
      }
    },
  });
}

/** Sends the pieces as the API answered them. */
function sendExport(controllerRequest: ControllerRequest, { context }: RestRequest): Context {
  controllerRequest.sendAnswer();
  return context;
}

/** Decides on the first request: an application's classes are complete by then, and do not change afterwards. */
function cacheDecision(decide: (metadata: ActionMetadata) => boolean): (metadata: ActionMetadata) => boolean {
  const decided = new WeakMap<ActionMetadata, boolean>();
  return (metadata) => {
    const decision = decided.get(metadata) ?? decide(metadata);
    decided.set(metadata, decision);
    return decision;
  };
}

function isReplaced({ target, method }: ActionMetadata, original: unknown): boolean {
  return Reflect.get(target.prototype as object, method) !== original;
}

function isIntercepted({ interceptors, controllerMetadata }: ActionMetadata): boolean {
  const everywhere = getMetadataArgsStorage().interceptors;
  return interceptors.length + controllerMetadata.interceptors.length + everywhere.length > 0;
}

/**
 * The API's own text, byte for byte. An absent body is '', because routing-controllers treats null differently; for an export
 * the context, which tells it that the answer is sent.
 */
async function getUnchangedAnswer(
  controllerRequest: ControllerRequest,
  request: RestRequest,
  route: Route,
): Promise<string | Context> {
  const body = await controllerRequest.callApi(request, route);
  if (isExport(body)) return sendExport(controllerRequest, request);
  controllerRequest.setStatusAndHeaders(body);
  return body ?? '';
}
