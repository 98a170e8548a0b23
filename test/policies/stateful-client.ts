// Talks to an API in process as somebody: with a state, as middleware would leave it. Every answer is checked against
// the API's own document, and a 5xx fails whatever test it happens in.
import { createApi, type Api, type ApiModel, type ApiOptions } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import type { DataSource } from 'typeorm';
import { documentValidator, type DocumentCheck } from '../support/document-validator.js';
import type { Answer } from '../support/http-client.js';
import { ServerLog } from '../support/server-log.js';

export class StatefulClient {
  readonly #api: Api;
  readonly #check: DocumentCheck;
  readonly #log: ServerLog;
  readonly #state: unknown;

  private constructor(api: Api, check: DocumentCheck, log: ServerLog, state: unknown) {
    this.#api = api;
    this.#check = check;
    this.#log = log;
    this.#state = state;
  }

  /** A client of a new API over the data source, without a state. */
  static of(dataSource: DataSource, options: ApiOptions): StatefulClient {
    const log = new ServerLog();
    const api = createApi(dataSource, { ...options, logger: log });
    return new StatefulClient(api, documentValidator(openApiDocument(api)), log, undefined);
  }

  /** The same API, asked by somebody else. */
  as(state: unknown): StatefulClient {
    return new StatefulClient(this.#api, this.#check, this.#log, state);
  }

  get model(): ApiModel {
    return this.#api.model;
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

  async send(method: string, target: string, body?: unknown): Promise<Answer> {
    const answer = await this.attempt(method, target, body);
    if (answer.status >= 500)
      throw new Error(`${method} ${target} ${JSON.stringify(body)} -> ${answer.text}`, {
        cause: this.#log.failure,
      });
    return answer;
  }

  /** As `send`; a 5xx is an answer like any other. */
  async attempt(method: string, target: string, body?: unknown): Promise<Answer> {
    const [path = '', query = ''] = target.split('?');
    const {
      status,
      headers,
      body: text,
    } = await this.#api.handle({
      method,
      path,
      query,
      headers: {
        'x-request-id': 'asked',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      state: this.#state,
    });
    this.#check({ method, path: target, status, headers, body: text });
    return {
      status,
      headers,
      text: text ?? '',
      json: text === null ? undefined : (JSON.parse(text) as unknown),
    };
  }
}
