// Talks to an API in process, without HTTP. Every answer is checked against the API's own OpenAPI document, and a 5xx
// fails whatever test it happens in.
import type { Api, ApiRequest } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type { OpenApiDocument } from './declared-response.js';
import { documentValidator, type DocumentCheck } from './document-validator.js';
import type { Answer } from './http-client.js';
import type { ServerLog } from './server-log.js';

export class DirectClient {
  readonly api: Api;
  readonly document: OpenApiDocument;
  readonly #log: ServerLog;
  readonly #check: DocumentCheck;

  /** Talks to an API that writes to `log`. */
  constructor(api: Api, log: ServerLog) {
    this.api = api;
    this.document = openApiDocument(api);
    this.#log = log;
    this.#check = documentValidator(this.document);
  }

  get(target: string): Promise<Answer> {
    return this.send('GET', target);
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
  async send(method: string, target: string, body?: unknown): Promise<Answer> {
    const { status, headers, body: text } = await this.api.handle(requestOf(method, target, body));
    if (status >= 500)
      throw new Error(`${method} ${target} ${shown(body)} -> ${text ?? ''}`, { cause: this.#log.failure });
    this.#check({ method, path: target, status, headers, body: text });
    const json: unknown = text === null ? undefined : JSON.parse(text);
    return { status, headers, text: text ?? '', json };
  }
}

function requestOf(method: string, target: string, body: unknown): ApiRequest {
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? '' : target.slice(question + 1);
  if (body === undefined) return { method, path, query, headers: {} };
  const headers = { 'content-type': 'application/json' };
  return { method, path, query, headers, body: Buffer.from(JSON.stringify(body)) };
}

function shown(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}
