// The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), and the fingerprint of the request that has it.
import { createHash } from 'node:crypto';
import { ApiError, type Fault } from '../errors.js';
import type { Route } from '../model/route-model.js';
import { idempotencyKeyHeader } from '../vocabulary/idempotency.js';
import type { CompleteRequest } from './api-request.js';
import type { ParsedRequest } from './parsed-request.js';

/** The key of a request, or what is wrong with the header. */
export type SentKey =
  { readonly text: string; readonly fault: null } | { readonly text: null; readonly fault: Fault };

/** Finds the key of a request; null without the header. Throws `invalid_request` when the route requires it. */
export function findIdempotencyKey({ idempotencyKey }: Route, { headers }: CompleteRequest): SentKey | null {
  if (idempotencyKey === null) return null;
  const sent = headers['idempotency-key'];
  const lines = typeof sent === 'object' ? sent : [sent].filter((line) => line !== undefined);
  const [line] = lines;
  if (line !== undefined) return parseKey(lines.length === 1 ? line : null);
  if (idempotencyKey === 'required') throw createMissingKeyError();
  return null;
}

/** A string of RFC 8941 without escapes, or its characters alone, as many clients send it. Both are the same key. */
const keyPattern = /^(?:"([!#-[\]-~]{1,255})"|([!#-[\]-~]{1,255}))$/;

function parseKey(line: string | null): SentKey {
  const found = line === null ? null : keyPattern.exec(line.trim());
  const text = found?.[1] ?? found?.[2];
  return text === undefined ? { text: null, fault: malformedKey } : { text, fault: null };
}

const malformedKey: Fault = {
  header: idempotencyKeyHeader,
  code: 'wrong_format',
  detail: `'${idempotencyKeyHeader}' must be one key of 1 to 255 visible ASCII characters, without '"' and '\\', in quotes or not.`,
};

function createMissingKeyError(): ApiError {
  const detail = `The header '${idempotencyKeyHeader}' is required.`;
  return new ApiError('invalid_request', {
    detail,
    faults: [{ header: idempotencyKeyHeader, code: 'required', detail }],
  });
}

/** The request with one more fault, which planners report with those of the query. */
export function addFault(request: ParsedRequest, fault: Fault): ParsedRequest {
  const { query } = request;
  return { ...request, query: { ...query, faults: [fault, ...query.faults] } };
}

/** The digest of everything that a key stands for: equal for requests of equal method, path, query and parsed body. */
export function digestRequest(
  { method, base = '', path, query }: CompleteRequest,
  { body }: Pick<ParsedRequest, 'body'>,
): string {
  const sent = body.value === undefined ? '' : JSON.stringify(body.value);
  return digest(`${method}\n${base}${path}\n${query}\n${sent}`);
}

/** The id of a key in its scope. */
export function digestKey(scope: string, key: string): string {
  return digest(`${scope}\0${key}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
