// References to other places of the API, for headers.
import type { CompleteRequest } from '../request/api-request.js';

/**
 * The path of a request, with its mount point, as a URL reference (RFC 3986). Whatever else stands in a target as
 * clients send it, such as quotes and angle brackets, is escaped: it must not end the header's value.
 */
export function urlReference({ base = '', path }: CompleteRequest, more: string): string {
  const reference = `${base}${path}${more}`;
  return harmless.test(reference) ? reference : reference.replace(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, escaped);
}

/** Most are. */
const harmless = /^[\x21\x23-\x3b\x3d\x3f-\x7e]*$/;

function escaped(char: string): string {
  return /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char);
}
