// A client under whose eyes every request of the abuse suite is made: after each, all standing invariants are judged.
import type { DocumentChecks } from '../support/document-checks.js';
import { HttpClient, RestClient, type Answer, type Headers, type Message } from '../support/http-client.js';
import { toSentRequest } from '../support/sent-request.js';
import type { AbuseLog } from './abuse-log.js';
import type { Ground } from './ground.js';
import { violationsOf } from './invariants.js';
import type { WatchedExchange } from './watched-exchange.js';

let requests = 0;

export class WatchedClient extends RestClient {
  readonly #http: HttpClient;
  readonly #checks: DocumentChecks;
  readonly #ground: Ground;
  readonly #log: AbuseLog;

  /** Talks to a server on `port` that stands on `ground` and writes to `log`. */
  constructor(
    readonly port: number,
    checks: DocumentChecks,
    ground: Ground,
    log: AbuseLog,
  ) {
    super();
    this.#http = new HttpClient(port);
    this.#checks = checks;
    this.#ground = ground;
    this.#log = log;
  }

  /** One request, judged; then another, which the same server must answer. @throws Error naming what was violated. */
  async send(method: string, target: string, message: Message = {}): Promise<Answer> {
    const exchange = await this.#exchange(method, target, message);
    const violations = [
      ...violationsOf(exchange),
      ...this.#documentFaults(exchange),
      ...(await this.#ground.changesBy(exchange)),
      ...(await this.#lifeSigns()),
    ];
    if (violations.length === 0) return exchange.answer;
    throw new Error(`${method} ${target} -> ${exchange.answer.status}\n${violations.join('\n')}`);
  }

  /** A request among many: judged by its answer alone. */
  async quick(method: string, target: string, body?: unknown, sent: Headers = {}): Promise<Answer> {
    if (method !== 'GET') this.#ground.forget();
    const answer = await this.#http.send(method, target, body === undefined ? {} : { body, headers: sent });
    const { status, headers, text } = answer;
    this.#ground.tally.note(status);
    if (status >= 500) throw new Error(`${method} ${target} -> ${text}\n${this.#log.lines.join('\n')}`);
    this.#checks.answer({ method, path: target, status, headers, body: text });
    return answer;
  }

  /** A request in a crowd: answered, or a 503 with Retry-After. */
  async crowded(target: string): Promise<Answer> {
    const answer = await this.#http.send('GET', target);
    const { status, headers, text } = answer;
    const turnedAway = status === 503 && /^\d+$/.test(headers['retry-after'] ?? '');
    if (!turnedAway) this.#ground.tally.note(status);
    if (status !== 200 && !turnedAway) throw new Error(`GET ${target} -> ${String(status)} ${text}`);
    return answer;
  }

  close(): void {
    this.#http.close();
  }

  async #exchange(method: string, target: string, message: Message): Promise<WatchedExchange> {
    const requestId = `abuse-${(requests++).toString(36)}`;
    this.#ground.expect();
    this.#log.take();
    const headers = { 'x-request-id': requestId, ...message.headers };
    const answer = await this.#http.send(method, target, { ...message, headers });
    this.#ground.tally.note(answer.status);
    const { count, newTexts } = this.#ground.statements();
    const logged = this.#log.take();
    return { method, target, message, requestId, answer, statements: count, newTexts, logged };
  }

  #documentFaults({ method, target, message, answer }: WatchedExchange): string[] {
    const { status, headers, text: body } = answer;
    try {
      this.#checks.answer({ method, path: target, status, headers, body });
      this.#checks.request(toSentRequest(method, target, message), status);
      return [];
    } catch (fault) {
      return [`I1 what the document declares: ${String(fault)}`];
    }
  }

  /** I5 and I10: alive, and the connection carries the next answer. */
  async #lifeSigns(): Promise<string[]> {
    const { status, text } = await this.#http.send('GET', '/users?id.eq=1');
    this.#ground.tally.note(status);
    if (status === 200 && text.includes('"content":[{"id":1,')) return [];
    return [`I10 the next request: ${String(status)} ${text.slice(0, 200)}`];
  }
}
