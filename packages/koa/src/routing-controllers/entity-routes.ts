// The routes of an entity, for its controller.
import type { AllowedOperation, Api, EntityModel, Route } from '@decorest/core';
import { getControlledApi } from './controlled-api.js';
import type { ControllerRequest } from './controller-request.js';
import type { RestRequest } from './rest-request.js';

/** The routes that an API serves for an entity. */
export class EntityRoutes {
  /** Mounted routes, including edge endpoints. */
  readonly list: readonly Route[];
  readonly #name: string;
  readonly #requests: WeakMap<RestRequest['context'], ControllerRequest>;

  constructor(api: Api, entity: EntityModel) {
    this.list = api.routes.list.filter((route) => route.entity === entity && route.mounted);
    this.#name = entity.name;
    this.#requests = getControlledApi(api).requests;
  }

  /** The controller request of a context. @throws Error if `restControllers` does not run before the controllers. */
  getControllerRequest(context: RestRequest['context']): ControllerRequest {
    const request = this.#requests.get(context);
    if (request) return request;
    throw new Error(
      `The controller of ${this.#name} needs app.use(restControllers(api, options)) before useKoaServer(app, options), ` +
        'both with the same routePrefix.',
    );
  }

  /** The API's JSON for an operation; null if the answer has no body; the pieces of an export. @throws RestProblem */
  async callOperation(operation: AllowedOperation, request: RestRequest): Promise<unknown> {
    const route = this.list.find((each) => each.kind === operation);
    if (!route) throw new Error(`${this.#name} has no operation ${operation}.`);
    return this.#call(route, request);
  }

  /** The API's JSON for an operation on many entities. @throws RestProblem */
  async callBulk(
    kind: 'bulk-create' | 'bulk-update' | 'bulk-delete',
    request: RestRequest,
  ): Promise<unknown> {
    const route = this.list.find((each) => each.kind === kind);
    if (!route) throw new Error(`${this.#name} has no operation ${kind}.`);
    return this.#call(route, request);
  }

  /** The API's JSON for the aggregates of the collection. @throws RestProblem */
  async callAggregate(request: RestRequest): Promise<unknown> {
    const route = this.list.find(({ kind }) => kind === 'aggregate');
    if (!route) throw new Error(`${this.#name} has no aggregates.`);
    return this.#call(route, request);
  }

  /** The API's JSON for the aggregates of an edge. @throws RestProblem */
  async callEdgeAggregate(name: string, request: RestRequest): Promise<unknown> {
    return this.#call(this.getEdgeAggregateRoute(name), request);
  }

  /** The API's JSON for an entity that is created under an edge. @throws RestProblem */
  async callEdgeCreate(name: string, request: RestRequest): Promise<unknown> {
    return this.#call(this.getEdgeCreateRoute(name), request);
  }

  /** The API's JSON for an edge endpoint. @throws RestProblem */
  async callEdge(name: string, request: RestRequest): Promise<unknown> {
    return this.#call(this.getEdgeRoute(name), request);
  }

  /** The route of an edge. @throws TypeError for an edge without an endpoint. */
  getEdgeRoute(name: string): Route {
    const route = this.list.find(
      ({ edge, kind }) => edge?.property === name && (kind === 'edge-read' || kind === 'edge-list'),
    );
    if (!route) throw new TypeError(`The edge ${this.#name}.${name} has no endpoint.`);
    return route;
  }

  /** The route of the aggregates of an edge. @throws TypeError for an edge without them. */
  getEdgeAggregateRoute(name: string): Route {
    const route = this.list.find(({ edge, kind }) => edge?.property === name && kind === 'edge-aggregate');
    if (!route) throw new TypeError(`The edge ${this.#name}.${name} has no aggregates.`);
    return route;
  }

  /** The route that creates entities under an edge. @throws TypeError for an edge without one. */
  getEdgeCreateRoute(name: string): Route {
    const route = this.list.find(({ edge, kind }) => edge?.property === name && kind === 'edge-create');
    if (!route) throw new TypeError(`The edge ${this.#name}.${name} creates no entities.`);
    return route;
  }

  async #call(route: Route, request: RestRequest): Promise<unknown> {
    const body = await this.getControllerRequest(request.context).callApi(request, route);
    return typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
  }
}
