// A plain HTTP client for tests: sends exactly the bytes it is given, path and headers included.
import { Agent, request, type IncomingMessage } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body parsed; undefined when there is none. */
  readonly json: unknown;
}

/** A request as tests write it: an object is sent as JSON, a string or bytes as they are. */
export interface Message {
  readonly headers?: Headers;
  readonly body?: unknown;
}

/** The verbs of REST, for clients that each do something of their own about an answer. */
export abstract class RestClient {
  abstract send(method: string, target: string, message?: Message): Promise<Answer>;

  get(target: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', target, { headers });
  }

  post(target: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', target, { body, headers });
  }

  patch(target: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('PATCH', target, { body, headers });
  }

  delete(target: string): Promise<Answer> {
    return this.send('DELETE', target);
  }
}

export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  send(method: string, target: string, message: Message = {}): Promise<Answer> {
    const { headers, bytes } = encodeMessage(message);
    return new Promise((answered, failed) => {
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path: target,
        headers,
      };
      const sent = request(options, (response) => {
        read(response).then(answered, failed);
      });
      sent.on('error', failed).end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The headers and the bytes that a message is sent with. */
export function encodeMessage({ headers = {}, body }: Message): {
  headers: Headers;
  bytes: Uint8Array | string | undefined;
} {
  if (body === undefined) return { headers, bytes: undefined };
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = raw ? body : JSON.stringify(body);
  const length = String(Buffer.byteLength(bytes));
  return { headers: { 'content-type': 'application/json', 'content-length': length, ...headers }, bytes };
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk as Uint8Array);
  const text = Buffer.concat(chunks).toString('utf8');
  const json: unknown = isJson(response) && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.statusCode ?? 0, headers: flat(response), text, json };
}

function isJson(response: IncomingMessage): boolean {
  return /^application\/(problem\+)?json\b/.test(response.headers['content-type'] ?? '');
}

function flat(response: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(response.headers).map(([name, value]) => [
    name,
    [value ?? ''].flat().join(', '),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
