// A running API and the means to talk to it. Every answer is checked against the API's own OpenAPI document, and so is every
// request that the server takes. A 5xx fails the test in which it happens.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { createDocumentChecks, type DocumentChecks } from './document-checks.js';
import { HttpClient, RestClient, type Answer, type Message } from './http-client.js';
import { toSentRequest } from './sent-request.js';
import type { ServerLog } from './server-log.js';
import { routerMount, type Mount } from './mounts.js';

/** Served by the router, not part of what the document describes. */
const besideTheApi: ReadonlySet<string> = new Set(['/docs', '/openapi.json']);

export class ApiClient extends RestClient {
  readonly #server: Server;
  readonly #http: HttpClient;
  readonly #checks: DocumentChecks;
  readonly #log: ServerLog;

  private constructor(server: Server, checks: DocumentChecks, log: ServerLog) {
    super();
    this.#server = server;
    this.#http = new HttpClient((server.address() as AddressInfo).port);
    this.#log = log;
    this.#checks = checks;
  }

  /** Serves the API, which writes to `log`, on a free port. */
  static async start(api: Api, log: ServerLog, mount: Mount = routerMount): Promise<ApiClient> {
    // Before anything listens: what throws here must leave nothing open.
    const checks = createDocumentChecks(openApiDocument(api));
    const answer = mount(api).callback();
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new ApiClient(server, checks, log);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Any request; fails when the answer is a 5xx or not one that the document allows. */
  async send(method: string, target: string, message: Message = {}): Promise<Answer> {
    const answer = await this.attempt(method, target, message);
    if (answer.status >= 500)
      throw new Error(`${method} ${target} -> ${answer.text}`, { cause: this.#log.failure });
    return answer;
  }

  /** As `send`, for tests that break the server on purpose: a 5xx is an answer like others. */
  async attempt(method: string, target: string, message: Message = {}): Promise<Answer> {
    const answer = await this.#http.send(method, target, message);
    const { status, headers, text: body } = answer;
    if (besideTheApi.has(target)) return answer;
    this.#checks.answer({ method, path: target, status, headers, body });
    this.#checks.request(toSentRequest(method, target, message), status);
    return answer;
  }

  async stop(): Promise<void> {
    this.#http.close();
    await new Promise((closed) => this.#server.close(closed));
  }
}
