// RestController: the operations of an entity as a controller class of routing-controllers.
import type { Api, EntityModel, Naming, Route } from '@decorest/core';
import { getControlledApi } from './controlled-api.js';
import { registerAction, type ControllerClass } from './controller-action.js';
import { storeRoutes } from './edge-action.js';
import type {
  AffectedJson,
  Collection,
  CreatedUnder,
  EdgeAnswer,
  EntityJson,
  GroupJson,
  ObjectKey,
  Page,
} from './entity-json.js';
import { EntityRoutes } from './entity-routes.js';
import type { RestRequest } from './rest-request.js';

/**
 * The methods of a controller. Each can be overridden; called through `super`, it calls the API and throws a
 * `RestProblem` if the API rejects the request. After the request, an override may declare decorated parameters.
 */
export interface RestActions<E extends object, N extends Naming> {
  list(request: RestRequest, ...injected: never[]): Promise<Collection<EntityJson<E, N>>>;
  create(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  read(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  update(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  delete(request: RestRequest, ...injected: never[]): Promise<null>;
  /** Restores a soft-deleted entity, for a class with `@Restore()`. */
  restore(request: RestRequest, ...injected: never[]): Promise<EntityJson<E, N>>;
  /** Creates many entities, for a class with `@Bulk`. The body is an array. */
  bulkCreate(request: RestRequest, ...injected: never[]): Promise<readonly EntityJson<E, N>[]>;
  /** Updates many entities, for a class with `@Bulk`. */
  bulkUpdate(request: RestRequest, ...injected: never[]): Promise<AffectedJson>;
  /** Deletes many entities, for a class with `@Bulk`. */
  bulkDelete(request: RestRequest, ...injected: never[]): Promise<AffectedJson>;
  /** The aggregates of the collection, for a class with measures. */
  aggregate(request: RestRequest, ...injected: never[]): Promise<Page<GroupJson>>;
  /** The answer of the endpoint of an edge. To override the endpoint, decorate a method with `@Edge(name)`. */
  edge<K extends ObjectKey<E>>(name: K, request: RestRequest): Promise<EdgeAnswer<E[K], N>>;
  /** An entity that is created under an edge. To override the endpoint, decorate a method with `@EdgePost(name)`. */
  edgeCreate<K extends ObjectKey<E>>(name: K, request: RestRequest): Promise<CreatedUnder<E[K], N>>;
  /** The aggregates of an edge. To override the endpoint, decorate a method with `@EdgeAggregate(name)`. */
  edgeAggregate(name: ObjectKey<E>, request: RestRequest): Promise<Page<GroupJson>>;
}

/** A class to extend. */
export type RestControllerClass<E extends object, N extends Naming> = abstract new () => RestActions<E, N>;

/**
 * Creates a controller class for an entity: `@JsonController() class Pets extends RestController(api, Pet) {}`. Add the
 * subclass to the `controllers` of `useKoaServer`, and call `app.use(restControllers(api, options))` before it.
 *
 * `N` is the `naming` of the API, for the names in the types: `RestController<User, 'snake_case'>(api, User)`.
 *
 * @throws TypeError for a class that is not an entity of the API.
 */
export function RestController<E extends object, N extends Naming = 'declared'>(
  api: Api,
  entity: abstract new () => E,
): RestControllerClass<E, N> {
  const routes = new EntityRoutes(api, registerEntity(api, entity));
  const EntityController = createController(routes);
  // A literal path comes before a path with an id, which would match it, too.
  const isLiteral = ({ kind }: Route) => kind === 'aggregate' || kind === 'bulk-create';
  const ordered = [...routes.list].sort((one, other) => Number(isLiteral(other)) - Number(isLiteral(one)));
  for (const route of ordered) registerRoute(routes, route, EntityController);
  storeRoutes(EntityController, routes);
  // The JSON of the API has the shape that the entity's class declares.
  return EntityController as RestControllerClass<E, N>;
}

/** A class whose methods call the routes. */
function createController(routes: EntityRoutes) {
  abstract class EntityController extends createBulkController(routes) {
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
    restore(request: RestRequest) {
      return routes.callOperation('restore', request);
    }
    aggregate(request: RestRequest) {
      return routes.callAggregate(request);
    }
    edge(name: string, request: RestRequest) {
      return routes.callEdge(name, request);
    }
    edgeCreate(name: string, request: RestRequest) {
      return routes.callEdgeCreate(name, request);
    }
    edgeAggregate(name: string, request: RestRequest) {
      return routes.callEdgeAggregate(name, request);
    }
  }
  return EntityController;
}

function createBulkController(routes: EntityRoutes) {
  abstract class BulkController {
    bulkCreate(request: RestRequest) {
      return routes.callBulk('bulk-create', request);
    }
    bulkUpdate(request: RestRequest) {
      return routes.callBulk('bulk-update', request);
    }
    bulkDelete(request: RestRequest) {
      return routes.callBulk('bulk-delete', request);
    }
  }
  return BulkController;
}

function registerEntity(api: Api, entity: abstract new () => object): EntityModel {
  const model = api.model.entities.find(({ target }) => target === entity);
  if (!model)
    throw new TypeError(`RestController: ${entity.name} is not an entity of this API, or is skipped.`);
  getControlledApi(api).paths.add(model.path);
  return model;
}

/** The endpoint of an edge gets its own method, under a name that no override can have by accident. */
function registerRoute(routes: EntityRoutes, route: Route, controller: ControllerClass): void {
  const prototype = controller.prototype as object;
  const method = route.edge ? `${route.method} ${route.path}` : toMethodName(route.kind);
  if (route.edge) Reflect.set(prototype, method, createEdgeMethod(routes, route, route.edge.property));
  registerAction(routes, route, { controller, method, original: Reflect.get(prototype, method) });
}

/** `bulk-create` is the method `bulkCreate`. */
function toMethodName(kind: Route['kind']): string {
  return kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function createEdgeMethod(routes: EntityRoutes, { kind }: Route, name: string) {
  if (kind === 'edge-aggregate') return (request: RestRequest) => routes.callEdgeAggregate(name, request);
  if (kind === 'edge-create') return (request: RestRequest) => routes.callEdgeCreate(name, request);
  return (request: RestRequest) => routes.callEdge(name, request);
}
