// The exchanges that documentation shows: ```http blocks with a request, a blank line, and the answer to it.
import { STATUS_CODES } from 'node:http';
import type { RawAnswer, RawRequest } from './raw-exchange.js';

/** One exchange as a page shows it. */
export interface DocumentedExchange {
  readonly request: RawRequest;
  /** The request as it is written, and the answer; both without a newline at the end. */
  readonly asked: string;
  readonly answer: string;
}

const block = /^```http\n([\s\S]*?)^```$/gm;

/** The exchanges of a page, in order. */
export function exchangesOf(page: string): DocumentedExchange[] {
  return [...page.matchAll(block)].map(([, text = '']) => exchangeOf(text));
}

function exchangeOf(text: string): DocumentedExchange {
  const start = text.search(/^HTTP\/1\.1\b/m);
  const asked = (start < 0 ? text : text.slice(0, start)).trimEnd();
  return { request: requestOf(asked), asked, answer: start < 0 ? '' : text.slice(start).trimEnd() };
}

function requestOf(text: string): RawRequest {
  const [head = '', ...body] = text.split('\n\n');
  const [first = '', ...headerLines] = head.split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(headerLines.map((line) => line.split(': ') as [string, string]));
  if (body.length === 0) return { method, path, headers };
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: body.join('\n\n'),
  };
}

/** Headers that say something of the API, and not of this one connection. */
const shownHeaders = [
  'location',
  'etag',
  'cache-control',
  'allow',
  'x-total-count',
  'link',
  'retry-after',
  'idempotent-replayed',
  'preference-applied',
];

/**
 * An answer as pages show it: the status, the headers that `shown` names and the JSON, laid out by `layOut`. What differs
 * from run to run is given a fixed value.
 */
export async function shownAnswer(
  answer: RawAnswer,
  shown: string,
  layOut: (json: string) => Promise<string>,
): Promise<string> {
  const lines = shownHeaders
    .filter((name) => new RegExp(`^${name}:`, 'im').test(shown) && answer.headers[name] !== undefined)
    .map((name) => `${titled(name)}: ${withFixedHash(String(answer.headers[name]))}`);
  const head = [`HTTP/1.1 ${String(answer.status)} ${STATUS_CODES[answer.status] ?? ''}`, ...lines].join(
    '\n',
  );
  const body = answer.text
    .replace(/"request_id":"[^"]*"/, '"request_id":"kiMYWXmIwwud-1"')
    .replace(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"2026-11-21T18:28:34.000Z"');
  return body === '' ? head : `${head}\n\n${(await layOut(body)).trimEnd()}`;
}

/** The hash in a tag that begins with a version: the entity has dates, which differ from run to run. */
function withFixedHash(value: string): string {
  return value.replace(/^"(\d+)\.[\w-]{22}"$/, '"$1.k2Jd0uQz1mVYb8n4sT7wXA"');
}

function titled(name: string): string {
  if (name === 'etag') return 'ETag';
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
