// The routes of one entity, as its controller asks for them.
import type { Api, EntityModel, Operation, Route } from '@decorest/core';
import { getControlledApi } from './controlled-api.js';
import type { ControllerRequest } from './controller-request.js';
import type { RestRequest } from './rest-request.js';

/** What an API serves of an entity. */
export class EntityRoutes {
  /** Routes that are served, edge endpoints included. */
  readonly list: readonly Route[];
  readonly #name: string;
  readonly #requests: WeakMap<RestRequest['context'], ControllerRequest>;

  constructor(api: Api, entity: EntityModel) {
    this.list = api.routes.list.filter((route) => route.entity === entity && route.mounted);
    this.#name = entity.name;
    this.#requests = getControlledApi(api).requests;
  }

  /** The passage of a request. @throws Error where `restControllers` is not in front. */
  getControllerRequest(context: RestRequest['context']): ControllerRequest {
    const passage = this.#requests.get(context);
    if (passage) return passage;
    throw new Error(
      `The controller of ${this.#name} needs app.use(restControllers(api, options)) before useKoaServer(app, options), ` +
        'both with the same routePrefix.',
    );
  }

  /** The JSON that the API answers to an operation; null where the answer has no body. @throws RestProblem */
  async callOperation(operation: Operation, request: RestRequest): Promise<unknown> {
    const route = this.list.find((each) => each.operation === operation && each.edge === null);
    if (!route) throw new Error(`${this.#name} has no operation ${operation}.`);
    return this.#call(route, request);
  }

  /** The JSON of an edge endpoint. @throws RestProblem */
  async callEdge(name: string, request: RestRequest): Promise<unknown> {
    return this.#call(this.getEdgeRoute(name), request);
  }

  /** The route of an edge. @throws TypeError for an edge without an endpoint. */
  getEdgeRoute(name: string): Route {
    const route = this.list.find(({ edge }) => edge?.property === name);
    if (!route) throw new TypeError(`The edge ${this.#name}.${name} has no endpoint.`);
    return route;
  }

  async #call(route: Route, request: RestRequest): Promise<unknown> {
    const body = await this.getControllerRequest(request.context).callApi(request, route);
    return body === null ? null : (JSON.parse(body) as unknown);
  }
}
