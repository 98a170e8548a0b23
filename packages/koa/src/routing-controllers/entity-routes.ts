// The routes of one entity, as its controller asks for them.
import type { Api, EntityModel, Operation, Route } from '@decorest/core';
import { controlledApi } from './controlled-api.js';
import type { Passage } from './controller-request.js';
import type { RestRequest } from './rest-request.js';

/** What an API serves of an entity. */
export class EntityRoutes {
  /** Routes that are served, edge endpoints included. */
  readonly list: readonly Route[];
  readonly #name: string;
  readonly #passages: WeakMap<RestRequest['context'], Passage>;

  constructor(api: Api, entity: EntityModel) {
    this.list = api.routes.list.filter((route) => route.entity === entity && route.mounted);
    this.#name = entity.name;
    this.#passages = controlledApi(api).passages;
  }

  /** The passage of a request. @throws Error where `restControllers` is not in front. */
  passageOf(context: RestRequest['context']): Passage {
    const passage = this.#passages.get(context);
    if (passage) return passage;
    throw new Error(
      `The controller of ${this.#name} needs app.use(restControllers(api, options)) before useKoaServer(app, options), ` +
        'both with the same routePrefix.',
    );
  }

  /** The JSON that the API answers to an operation; null where the answer has no body. @throws RestProblem */
  async ask(operation: Operation, request: RestRequest): Promise<unknown> {
    const route = this.list.find((each) => each.operation === operation && each.edge === null);
    if (!route) throw new Error(`${this.#name} has no operation ${operation}.`);
    return this.#ask(route, request);
  }

  /** The JSON of an edge endpoint. @throws RestProblem */
  async askEdge(name: string, request: RestRequest): Promise<unknown> {
    return this.#ask(this.edge(name), request);
  }

  /** The route of an edge. @throws TypeError for an edge without an endpoint. */
  edge(name: string): Route {
    const route = this.list.find(({ edge }) => edge?.property === name);
    if (!route) throw new TypeError(`The edge ${this.#name}.${name} has no endpoint.`);
    return route;
  }

  async #ask(route: Route, request: RestRequest): Promise<unknown> {
    const body = await this.passageOf(request.context).ask(request, route);
    return body === null ? null : (JSON.parse(body) as unknown);
  }
}
