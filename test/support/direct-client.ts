// Talks to an API in process, without HTTP, with or without a state. Every answer is checked against the API's own
// OpenAPI document, and so is every request that the server takes. A 5xx fails the test in which it happens.
import { createApi, type Api, type ApiModel, type ApiOptions, type ApiRequest } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type { DataSource } from 'typeorm';
import type { OpenApiDocument } from './declared-response.js';
import { createDocumentChecks, type DocumentChecks } from './document-checks.js';
import type { Answer } from './http-client.js';
import { ServerLog } from './server-log.js';
import { wholeText } from './answer-text.js';

/** An API, what it says of itself, and what went wrong in it. */
interface Watched {
  readonly api: Api;
  readonly document: OpenApiDocument;
  readonly checks: DocumentChecks;
  readonly log: ServerLog;
}

export class DirectClient {
  readonly #watched: Watched;
  readonly #state: unknown;

  private constructor(watched: Watched, state: unknown) {
    this.#watched = watched;
    this.#state = state;
  }

  /** A client of a new API over the data source, without a state. */
  static of(dataSource: DataSource, options: ApiOptions): DirectClient {
    const log = new ServerLog();
    const api = createApi(dataSource, { ...options, logger: log });
    const document = openApiDocument(api);
    const watched = {
      api,
      document,
      checks: createDocumentChecks(document),
      log,
    };
    return new DirectClient(watched, undefined);
  }

  /** The same API, asked with a state, as middleware would leave it. */
  as(state: unknown): DirectClient {
    return new DirectClient(this.#watched, state);
  }

  get api(): Api {
    return this.#watched.api;
  }

  get model(): ApiModel {
    return this.api.model;
  }

  get document(): OpenApiDocument {
    return this.#watched.document;
  }

  /** Why the latest request failed on the server's side. */
  get failure(): unknown {
    return this.#watched.log.failure;
  }

  get(target: string, headers?: ApiRequest['headers']): Promise<Answer> {
    return this.send('GET', target, undefined, headers);
  }

  post(target: string, body: unknown): Promise<Answer> {
    return this.send('POST', target, body);
  }

  patch(target: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', target, body);
  }

  delete(target: string): Promise<Answer> {
    return this.send('DELETE', target);
  }

  /** Any request; fails when the answer is a 5xx or not one that the document allows. */
  async send(
    method: string,
    target: string,
    body?: unknown,
    headers?: ApiRequest['headers'],
  ): Promise<Answer> {
    const answer = await this.attempt(method, target, body, headers);
    if (answer.status < 500) return answer;
    throw new Error(`${method} ${target} ${shown(body)} -> ${answer.text}`, { cause: this.failure });
  }

  /** As `send`; a 5xx is an answer like any other. */
  async attempt(
    method: string,
    target: string,
    body?: unknown,
    more: ApiRequest['headers'] = {},
  ): Promise<Answer> {
    const { api, checks } = this.#watched;
    const asked = requestOf(method, target, body);
    const request = { ...asked, headers: { ...asked.headers, ...more }, state: this.#state };
    const answer = await api.handle(request);
    const { status, headers } = answer;
    const text = await wholeText(answer);
    globalThis.recordAnswer?.(status, headers, text);
    checks.answer({ method, path: target, status, headers, body: text });
    const sent = body === undefined ? null : JSON.stringify(body);
    checks.request({ method, path: target, headers: request.headers, body: sent }, status);
    const isJson = /[/+]json;/.test(headers['content-type'] ?? '');
    const json: unknown = text !== null && isJson ? JSON.parse(text) : undefined;
    return { status, headers, text: text ?? '', json };
  }
}

/** One request id for all: answers to the same request are the same to the byte. */
function requestOf(method: string, target: string, body: unknown): ApiRequest {
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? '' : target.slice(question + 1);
  const named = { 'x-request-id': 'asked' };
  if (body === undefined) return { method, path, query, headers: named };
  const headers = { ...named, 'content-type': 'application/json' };
  return { method, path, query, headers, body: Buffer.from(JSON.stringify(body)) };
}

function shown(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}
