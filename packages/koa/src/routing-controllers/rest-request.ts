// What a controller's method is given: a request to the API, which it hands on as it is or changed.
import type { ApiRequest, BodyReader, JsonObject, JsonValue, Route } from '@decorest/core';
import type { Context } from 'koa';

/** What an override may change of a request before it hands it on. */
export interface RestRequestChanges {
  /** Id in the path, for operations on one entity. */
  readonly id?: string;
  /** Raw query string without the question mark. */
  readonly query?: string;
  /**
   * Another body; or a function from the object that was sent to the one that is meant. The function runs once the
   * body was read and is an object; the result is checked like any body. Throw an `ApiError` in it to refuse.
   */
  readonly body?: JsonObject | ((sent: JsonObject) => JsonObject);
  /** What hooks and row policies see. */
  readonly state?: unknown;
}

/** A request to the API of a controller. Immutable. */
export class RestRequest {
  readonly context: Context;
  /** Id in the path, still percent-encoded; '' where it has none. */
  readonly id: string;
  /** Raw query string without the question mark. */
  readonly query: string;
  /** What hooks and row policies see: `ctx.state`, with the current user as `user`. */
  readonly state: unknown;
  readonly #origin: ApiRequest;

  constructor(context: Context, id: string, origin: ApiRequest) {
    this.context = context;
    this.id = id;
    this.query = origin.query ?? '';
    this.state = origin.state;
    this.#origin = origin;
  }

  /** The same request, with changes. */
  with(changes: RestRequestChanges): RestRequest {
    const { id = this.id, query = this.query, state = this.state, body } = changes;
    const changed = body === undefined ? this.#origin : replaceBody(this.#origin, body);
    return new RestRequest(this.context, id, { ...changed, query, state });
  }

  /** The request to one of the API's routes. */
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
    // What is no object is for core to refuse.
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
