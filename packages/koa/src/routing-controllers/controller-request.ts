// One request on its way from restControllers through routing-controllers to a controller, and its answer back.
import {
  ApiError,
  type Api,
  type ApiRequest,
  type ApiResponse,
  type Route,
  type RouteMatch,
} from '@decorest/core';
import type { Context, Next } from 'koa';
import type { CurrentUserChecker } from 'routing-controllers';
import { sendResponse } from '../router/koa-request.js';
import { RestProblem } from './rest-problem.js';
import { RestRequest } from './rest-request.js';

/** A request below the API's prefix. */
export class ControllerRequest {
  readonly match: RouteMatch;
  readonly #api: Api;
  readonly #context: Context;
  readonly #request: ApiRequest;
  readonly #checkUser: CurrentUserChecker | undefined;
  #answer: ApiResponse | undefined;
  #problem: RestProblem | undefined;

  constructor(api: Api, context: Context, request: ApiRequest, checkUser: CurrentUserChecker | undefined) {
    this.match = api.routes.match(request.method, request.path);
    this.#checkUser = checkUser;
    this.#api = api;
    this.#context = context;
    this.#request = request;
  }

  /**
   * The request for the controller of a route. The current user is made known in `ctx.state.user`, where hooks
   * and row policies see it.
   *
   * @throws ApiError `not_found` for a path that is not exactly the route's: routing-controllers is less strict.
   */
  async prepare(route: Route): Promise<RestRequest> {
    const { match } = this;
    if (match.kind !== 'route' || match.route !== route) throw new ApiError('not_found');
    const { request, response, state } = this.#context;
    if (this.#checkUser) state.user ??= await this.#checkUser({ request, response, context: this.#context });
    return new RestRequest(this.#context, match.id, this.#request);
  }

  /** Asks the API. Its answer to the request's own route also gives status and headers. @throws RestProblem */
  async callApi(request: RestRequest, route: Route): Promise<string | null> {
    const answer = await this.#api.handle(request.toRoute(route));
    if (answer.status >= 400) throw new RestProblem(answer);
    if (this.match.kind === 'route' && this.match.route === route) this.#answer = answer;
    return answer.body;
  }

  /** Status and headers of the answer whose body, `result`, is for routing-controllers to set. */
  setStatusAndHeaders(result: unknown): void {
    if (this.#answer) this.#context.set(this.#answer.headers);
    const status = this.#answer?.status ?? (result === null ? 204 : undefined);
    if (status !== undefined) this.#context.status = status;
  }

  /** What to throw for an error of a controller. An `ApiError` becomes a problem of the API; others are not ours. */
  translateError(error: unknown): unknown {
    if (error instanceof ApiError)
      return (this.#problem = new RestProblem(this.#api.refuse(error, this.#request)));
    if (error instanceof RestProblem) this.#problem = error;
    return error;
  }

  /** Lets others answer. Problems that they threw or sent go out as the API words them. */
  async runNext(next: Next): Promise<void> {
    try {
      await next();
    } catch (error) {
      const failure = this.translateError(error);
      if (!(failure instanceof RestProblem)) throw error;
      this.#context.body = failure.toJSON();
    }
    const { body } = this.#context;
    if (this.#problem && body === this.#problem.toJSON()) sendResponse(this.#context, this.#problem.response);
    else if (this.#answer && isJsonData(body) && isPretty(this.#request)) {
      this.#context.body = JSON.stringify(body, null, 2);
    }
  }

  /** Answers with a problem. */
  refuse(error: ApiError): void {
    sendResponse(this.#context, this.#api.refuse(error, this.#request));
  }
}

/** What Koa would print as JSON. */
function isJsonData(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

function isPretty({ query = '' }: ApiRequest): boolean {
  return new URLSearchParams(query).get('pretty') === 'true';
}
