// The id under which a request is answered and logged.
import { randomUUID } from 'node:crypto';
import type { ApiRequest } from './api-request.js';

/** A sane `X-Request-Id` of the client, else a new one. */
export function requestIdOf({ headers }: ApiRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(given) ? given : randomUUID();
}
