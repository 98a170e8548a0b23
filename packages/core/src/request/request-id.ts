// The id under which a request is answered and logged.
import { randomBytes } from 'node:crypto';
import type { CompleteRequest } from './api-request.js';

/** Random per process and counted within it: unique in a log, and cheaper than a UUID per request. */
const processId = randomBytes(9).toString('base64url');
let requests = 0;

/** A sane `X-Request-Id` of the client, else a new one. */
export function requestIdOf({ headers }: CompleteRequest): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(given)) return given;
  return `${processId}-${(requests++).toString(36)}`;
}
