// The request that a controller's method receives and passes on to the API, changed or unchanged.
import type { ApiRequest, BodyReader, JsonObject, JsonValue, Route } from '@decorest/core';
import type { Context } from 'koa';

/** Changes that an override can make to a request. */
export interface RestRequestChanges {
  /** Id in the path, for operations on one entity. */
  readonly id?: string;
  /** Raw query string without the question mark. */
  readonly query?: string;
  /**
   * A new body, or a function that changes the received object, or each object of a received array. The function runs after
   * the body has been read, and only on objects; the API checks the result like any body. It may throw an `ApiError` to reject
   * the request.
   */
  readonly body?: JsonObject | readonly JsonObject[] | ((sent: JsonObject) => JsonObject);
  /** The state for hooks and row policies. */
  readonly state?: unknown;
}

/** A controller's request to the API. Immutable. */
export class RestRequest {
  readonly context: Context;
  /** Id in the path, percent-encoded; '' for a path without an id. */
  readonly id: string;
  /** Raw query string without the question mark. */
  readonly query: string;
  /** The state for hooks and row policies: `ctx.state`, with the current user as `user`. */
  readonly state: unknown;
  readonly #origin: ApiRequest;

  constructor(context: Context, id: string, origin: ApiRequest) {
    this.context = context;
    this.id = id;
    this.query = origin.query ?? '';
    this.state = origin.state;
    this.#origin = origin;
  }

  /** Returns a copy of the request with changes. */
  with(changes: RestRequestChanges): RestRequest {
    const { id = this.id, query = this.query, state = this.state, body } = changes;
    const changed = body === undefined ? this.#origin : replaceBody(this.#origin, body);
    return new RestRequest(this.context, id, { ...changed, query, state });
  }

  /** Converts the request to an API request for a route. */
  toRoute(route: Route): ApiRequest {
    const path = route.path.replace('{id}', () => this.id);
    return { ...this.#origin, method: route.method, path };
  }
}

function replaceBody(origin: ApiRequest, body: NonNullable<RestRequestChanges['body']>): ApiRequest {
  if (typeof body === 'function') return { ...origin, body: createChangedReader(origin.body, body) };
  return { ...origin, headers: { ...origin.headers, 'content-type': 'application/json' }, body };
}

function createChangedReader(body: ApiRequest['body'], change: (sent: JsonObject) => JsonObject): BodyReader {
  return async () => {
    const read = typeof body === 'function' ? await body() : body;
    const sent = read instanceof Uint8Array ? parseJson(read) : read;
    if (Array.isArray(sent))
      return (sent as readonly JsonValue[]).map((item) => (isObject(item) ? change(item) : item));
    // Core rejects a body that is neither an object nor an array.
    return isObject(sent) ? change(sent) : read;
  };
}

function parseJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as JsonValue;
  } catch {
    return undefined;
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
