// @Edge: overrides the endpoint of an edge by a method of the controller.
import { registerAction, type ControllerClass } from './controller-action.js';
import type { EntityRoutes } from './entity-routes.js';
import type { RestRequest } from './rest-request.js';

/** Instances of a controller whose entity has an edge of that name. */
interface HasEdge<Name extends string> {
  edge(name: Name, request: RestRequest): Promise<unknown>;
}

const routesOf = new WeakMap<ControllerClass, EntityRoutes>();

/** Stores the routes of a controller class, where `@Edge` finds them for the classes that extend it. */
export function storeRoutes(controller: ControllerClass, routes: EntityRoutes): void {
  routesOf.set(controller, routes);
}

/**
 * Makes a method answer the endpoint of an edge. `this.edge(name, request)` returns the answer of the API:
 *
 *     @Edge('owner') @Authorized()
 *     owner(request: RestRequest) { return this.edge('owner', request); }
 *
 * @param name property of the edge
 * @throws TypeError for an edge without an endpoint, and on a class that does not extend a `RestController`.
 */
export function Edge<Name extends string>(name: Name): (target: HasEdge<Name>, method: string) => void {
  return (target, method) => {
    const controller = target.constructor as ControllerClass;
    const routes = findInheritedRoutes(controller);
    registerAction(routes, routes.getEdgeRoute(name), { controller, method });
  };
}

/**
 * Makes a method answer the aggregates of an edge. `this.edgeAggregate(name, request)` returns the answer of the API.
 *
 * @param name property of the edge
 * @throws TypeError for an edge without aggregates, and on a class that does not extend a `RestController`.
 */
export function EdgeAggregate<Name extends string>(
  name: Name,
): (target: HasEdge<Name>, method: string) => void {
  return (target, method) => {
    const controller = target.constructor as ControllerClass;
    const routes = findInheritedRoutes(controller);
    registerAction(routes, routes.getEdgeAggregateRoute(name), { controller, method });
  };
}

/**
 * Makes a method create entities under an edge with `@EdgeCreate`. `this.edgeCreate(name, request)` returns the answer of the API.
 *
 * @param name property of the edge
 * @throws TypeError for an edge without `@EdgeCreate`, and on a class that does not extend a `RestController`.
 */
export function EdgePost<Name extends string>(name: Name): (target: HasEdge<Name>, method: string) => void {
  return (target, method) => {
    const controller = target.constructor as ControllerClass;
    const routes = findInheritedRoutes(controller);
    registerAction(routes, routes.getEdgeCreateRoute(name), { controller, method });
  };
}

function findInheritedRoutes(controller: ControllerClass): EntityRoutes {
  for (let each: unknown = controller; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const routes = routesOf.get(each as ControllerClass);
    if (routes) return routes;
  }
  throw new TypeError(`@Edge: ${controller.name} does not extend a RestController.`);
}
