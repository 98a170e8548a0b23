// RestController: the operations of an entity as a controller class of routing-controllers, to be extended.
import type { Api, EntityModel, Naming, Route } from '@decorest/core';
import { getControlledApi } from './controlled-api.js';
import { registerAction, type ControllerClass } from './controller-action.js';
import { storeRoutes } from './edge-action.js';
import type { Collection, EdgeAnswer, EntityJson, ObjectKey } from './entity-json.js';
import { EntityRoutes } from './entity-routes.js';
import type { RestRequest } from './rest-request.js';

/**
 * The methods of a controller. Each can be overridden, asks the API when called through `super`, and throws a
 * `RestProblem` where the API refuses. After the request, an override takes whatever parameters it decorates.
 */
export interface RestActions<E extends object, N extends Naming> {
  list(request: RestRequest, ...injected: never[]): Promise<Collection<EntityJson<E, N>>>;
  create(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  read(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  update(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  delete(request: RestRequest, ...injected: never[]): Promise<null>;
  /** What the endpoint of an edge answers. To override it, decorate a method with `@Edge(name)`. */
  edge<K extends ObjectKey<E>>(name: K, request: RestRequest): Promise<EdgeAnswer<E[K], N>>;
}

/** A class to extend. */
export type RestControllerClass<E extends object, N extends Naming> = abstract new () => RestActions<E, N>;

/**
 * The routes of an entity as a controller: `@JsonController() class Pets extends RestController(api, Pet) {}`. They are
 * served when the subclass is among the `controllers` of `useKoaServer`, behind `app.use(restControllers(api, options))`.
 *
 * `N` is the API's `naming`, for the names in the types: `RestController<User, 'snake_case'>(api, User)`.
 *
 * @throws TypeError for a class that is no entity of the API.
 */
export function RestController<E extends object, N extends Naming = 'declared'>(
  api: Api,
  entity: abstract new () => E,
): RestControllerClass<E, N> {
  const routes = new EntityRoutes(api, registerEntity(api, entity));
  abstract class EntityController {
    list(request: RestRequest) {
      return routes.callOperation('list', request);
    }
    create(request: RestRequest) {
      return routes.callOperation('create', request);
    }
    read(request: RestRequest) {
      return routes.callOperation('read', request);
    }
    update(request: RestRequest) {
      return routes.callOperation('update', request);
    }
    delete(request: RestRequest) {
      return routes.callOperation('delete', request);
    }
    edge(name: string, request: RestRequest) {
      return routes.callEdge(name, request);
    }
  }
  for (const route of routes.list) registerRoute(routes, route, EntityController);
  storeRoutes(EntityController, routes);
  // What comes out of the database has the shape that the entity's class declares.
  return EntityController as RestControllerClass<E, N>;
}

function registerEntity(api: Api, entity: abstract new () => object): EntityModel {
  const model = api.model.entities.find(({ target }) => target === entity);
  if (!model) throw new TypeError(`RestController: ${entity.name} is no entity of this API, or is skipped.`);
  getControlledApi(api).paths.add(model.path);
  return model;
}

/** The endpoint of an edge gets a method of its own, under a name that no override has by chance. */
function registerRoute(routes: EntityRoutes, route: Route, controller: ControllerClass): void {
  const prototype = controller.prototype as object;
  const method = route.edge ? `${route.method} ${route.path}` : route.operation;
  if (route.edge) Reflect.set(prototype, method, createEdgeMethod(routes, route.edge.property));
  registerAction(routes, route, { controller, method, original: Reflect.get(prototype, method) });
}

function createEdgeMethod(routes: EntityRoutes, name: string) {
  return (request: RestRequest) => routes.callEdge(name, request);
}
