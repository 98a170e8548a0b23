// The state of one request, from restControllers through routing-controllers to a controller and back.
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
import { sendResponse, setHeaders } from '../router/koa-request.js';
import { RestProblem } from './rest-problem.js';
import { RestRequest } from './rest-request.js';

/** The API of controllers, and the `currentUserChecker` of routing-controllers. */
export interface ControllerOptions {
  readonly api: Api;
  readonly checkUser: CurrentUserChecker | undefined;
}

/** A request below the API's prefix. */
export class ControllerRequest {
  readonly match: RouteMatch;
  readonly #api: Api;
  readonly #context: Context;
  readonly #request: ApiRequest;
  readonly #checkUser: CurrentUserChecker | undefined;
  #answer: ApiResponse | undefined;
  /** Exports that the API has started and that are not sent. */
  readonly #unsent = new Set<AsyncIterable<string>>();
  #problem: RestProblem | undefined;

  constructor({ api, checkUser }: ControllerOptions, context: Context, request: ApiRequest) {
    this.match = api.routes.match(request.method, request.path);
    this.#checkUser = checkUser;
    this.#api = api;
    this.#context = context;
    this.#request = request;
  }

  /**
   * Prepares the request for a controller. Sets `ctx.state.user` to the current user, for hooks and row policies.
   *
   * @param isOverridden code of the application works with the answer: without a body (304) it could not
   * @throws ApiError `not_found` or `method_not_allowed` if the path does not match the route exactly: routing-controllers
   * matches less strictly.
   */
  async prepare(route: Route, isOverridden: boolean): Promise<RestRequest> {
    const { match } = this;
    if (match.kind === 'other-method')
      throw new ApiError('method_not_allowed', { headers: { allow: match.allow } });
    if (match.kind !== 'route' || match.route !== route) throw new ApiError('not_found');
    const { request, response, state } = this.#context;
    if (this.#checkUser) state.user ??= await this.#checkUser({ request, response, context: this.#context });
    const origin = isOverridden ? ignoreRevalidation(this.#request) : this.#request;
    return new RestRequest(this.#context, match.id, origin);
  }

  /** Calls the API. An answer to the request's own route also determines status and headers. @throws RestProblem */
  async callApi(request: RestRequest, route: Route): Promise<ApiResponse['body']> {
    const answer = await this.#api.handle(request.toRoute(route));
    if (answer.status >= 400) throw new RestProblem(answer);
    if (this.match.kind === 'route' && this.match.route === route) this.#answer = answer;
    if (isExport(answer.body)) this.#unsent.add(answer.body);
    return answer.body;
  }

  /** Sends the answer to the request's own route as it is. */
  sendAnswer(): void {
    if (!this.#answer) return;
    if (isExport(this.#answer.body)) this.#unsent.delete(this.#answer.body);
    sendResponse(this.#context, this.#answer);
  }

  /** Ends the exports that a controller has asked for and left: each has a place among those that run at the same time. */
  async endUnsentExports(): Promise<void> {
    for (const pieces of this.#unsent) await pieces[Symbol.asyncIterator]().return?.();
  }

  /** Sets status and headers of the answer; routing-controllers sets its body, `result`. */
  setStatusAndHeaders(result: unknown): void {
    if (this.#answer) setHeaders(this.#context, this.#answer.headers);
    const status = this.#answer?.status ?? (result === null ? 204 : undefined);
    if (status !== undefined) this.#context.status = status;
  }

  /** The error to throw for an error of a controller: an `ApiError` becomes a `RestProblem`, others stay unchanged. */
  translateError(error: unknown): unknown {
    if (error instanceof ApiError)
      return (this.#problem = new RestProblem(this.#api.refuse(error, this.#request)));
    if (error instanceof RestProblem) this.#problem = error;
    return error;
  }

  /** Runs the next middleware. A `RestProblem` that it throws or sends is answered with the API's problem document. */
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

  /** Answers with a problem document. */
  refuse(error: ApiError): void {
    sendResponse(this.#context, this.#api.refuse(error, this.#request));
  }
}

/** Leaves `If-None-Match` out of a read. */
function ignoreRevalidation(request: ApiRequest): ApiRequest {
  const { headers, method } = request;
  if (headers?.['if-none-match'] === undefined || (method !== 'GET' && method !== 'HEAD')) return request;
  return { ...request, headers: { ...headers, 'if-none-match': undefined } };
}

/** Whether a body is the pieces of an export. */
export function isExport(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Whether Koa serializes a body as JSON. */
function isJsonData(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

function isPretty({ query = '' }: ApiRequest): boolean {
  return new URLSearchParams(query).get('pretty') === 'true';
}
