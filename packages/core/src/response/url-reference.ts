// References to other places of the API, for headers.
import type { CompleteRequest } from '../request/api-request.js';

/**
 * The path of a request, with its mount point, as a URL reference (RFC 3986). Clients send more than a reference may hold,
 * such as quotes and angle brackets: that is escaped, as it must not end the header's value. What is escaped stays so.
 */
export function urlReference({ base = '', path }: CompleteRequest, more: string): string {
  const reference = `${base}${path}${more}`;
  return harmless.test(reference) ? reference : reference.replace(notInReference, escaped);
}

/** Of unreserved and reserved characters, the ones that a path and a query take. Most references have no others. */
const harmless = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/;
const notInReference = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/gu;

function escaped(char: string): string {
  return /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char);
}
