// Holds an answer against the OpenAPI document: status, content type, headers and body are declared, or it throws.
// Compiles each schema once, on first use. What is sent is not looked at.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import {
  declaredResponses,
  type DeclaredResponse,
  type DeclaredResponses,
  type OpenApiDocument,
} from './declared-response.js';
import { compileSchemas, type Schemas } from './document-schemas.js';

/** One request and its answer. `path` is below the mount point and may carry a query; `body` is the raw text. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | null;
}

/** Throws an `Error` that says what the document does not declare. */
export type DocumentCheck = (exchange: Exchange) => void;

/** The check for one document. */
export function documentValidator(
  document: OpenApiDocument,
  schemas = compileSchemas(document),
): DocumentCheck {
  const declared = declaredResponses(document);
  return (exchange) => {
    const fault = faultOf(exchange, declared, schemas);
    if (fault !== null)
      throw new Error(`${exchange.method} ${exchange.path} -> ${exchange.status}: ${fault}`);
  };
}

function faultOf(exchange: Exchange, declared: DeclaredResponses, schemas: Schemas): string | null {
  const { method, status, body } = exchange;
  const operations = declared.operations(exchange.path);
  if (operations && method === 'OPTIONS') return status === 204 ? emptyBodyFault(body) : 'OPTIONS is 204.';
  const responses =
    operations?.get(method) ??
    (status === 405 ? undefined : declared.templateOperation(exchange.path, method));
  if (!responses) return unknownRouteFault(exchange, operations !== undefined, schemas);
  const response = responses.get(String(status));
  // A header that the operation does not declare: the document of a class without tags has no conditions.
  if (!response && status === 412 && method !== 'GET') return contentFault(exchange, problem, schemas);
  if (!response) return `the status is not declared; declared are ${[...responses.keys()].join(', ')}.`;
  return headersFault(exchange, response, declared, schemas) ?? contentFault(exchange, response, schemas);
}

/** An undeclared route is unknown, 404, or known with other methods, 405. */
function unknownRouteFault(exchange: Exchange, pathKnown: boolean, schemas: Schemas): string | null {
  const expected = pathKnown ? 405 : 404;
  if (exchange.status !== expected) return `the route is not declared, so the status must be ${expected}.`;
  return contentFault(exchange, problem, schemas);
}

const problem: DeclaredResponse = {
  content: new Map([['application/problem+json', '#/components/schemas/Problem']]),
  headers: new Map(),
};

function headersFault(
  exchange: Exchange,
  response: DeclaredResponse,
  { headerNames }: DeclaredResponses,
  schemas: Schemas,
): string | null {
  const sent = new Map(Object.entries(exchange.headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of headerNames) {
    const value = sent.get(name);
    const header = response.headers.get(name);
    if (value === undefined && header?.required) return `the header ${name} is missing.`;
    if (value !== undefined && !header) return `the header ${name} is not declared.`;
    const fault = value !== undefined && header?.schema ? headerFault(value, schemas(header.schema)) : null;
    if (fault !== null) return `the header ${name} ${fault}`;
  }
  return null;
}

/** Headers are text: a number is one that is written as a number. */
function headerFault(value: string | readonly string[], validate: ValidateFunction): string | null {
  const text = String(value);
  if (validate(text) || (/^\d+$/.test(text) && validate(Number(text)))) return null;
  return `is ${JSON.stringify(text)}: ${errorsOf(validate)}`;
}

function contentFault(exchange: Exchange, { content }: DeclaredResponse, schemas: Schemas): string | null {
  if (content.size === 0 || exchange.method === 'HEAD') return emptyBodyFault(exchange.body);
  const type = mediaType(exchange);
  const pointer = content.get(type);
  if (pointer === undefined) return `the content type is "${type}", not ${[...content.keys()].join(' or ')}.`;
  return bodyFault(exchange, type, schemas(pointer));
}

/** Without its parameters, in lower case; empty where there is none. */
export function mediaType({ headers }: Pick<Exchange, 'headers'>): string {
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  const [type = ''] = String(entry?.[1] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

function emptyBodyFault(body: string | null): string | null {
  return body === null || body === '' ? null : `the body must be empty, but is ${excerpt(body)}`;
}

function bodyFault({ status, body }: Exchange, type: string, validate: ValidateFunction): string | null {
  const value = isJson(type) ? parsed(body) : body;
  if (value === undefined) return `the body is not JSON: ${excerpt(body ?? '')}`;
  if (!validate(value)) return `the body does not fit: ${errorsOf(validate)} in ${excerpt(body ?? '')}`;
  const named = type === 'application/problem+json' ? statusMember(value) : status;
  return named === status ? null : `the problem document says ${String(named)}.`;
}

function isJson(type: string): boolean {
  return type === 'application/json' || type === 'application/problem+json';
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

function statusMember(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined;
}

function errorsOf({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    )
    .join('; ');
}

function excerpt(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
