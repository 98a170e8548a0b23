// References to paths of the API, for headers and problem documents.
import type { CompleteRequest } from '../request/api-request.js';

/**
 * The path of a request below its mount point, followed by `more`, as a URL reference (RFC 3986). Escapes characters that
 * a reference must not contain, such as quotes and angle brackets, which could end the header's value. Existing escapes
 * stay.
 */
export function buildUrlReference({ base = '', path }: CompleteRequest, more = ''): string {
  const reference = `${base}${path}${more}`;
  return referencePattern.test(reference) ? reference : reference.replace(notInReference, escapeCharacter);
}

/** The characters allowed in a path or a query. Most references have no others. */
const referencePattern = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/;
const notInReference = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/gu;

function escapeCharacter(char: string): string {
  return /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char);
}
