// Content negotiation: rejects media types that the API cannot read or the client does not accept, before the body is read.
import Negotiator from 'negotiator';
import { ApiError } from '../errors.js';
import type { CompleteRequest } from './api-request.js';

const everyoneTakes: ReadonlySet<unknown> = new Set([undefined, '*/*', 'application/json']);

const everyoneSends: ReadonlySet<unknown> = new Set(['application/json', 'application/json; charset=utf-8']);

/** With and without the charset, which a client may include in `Accept`. */
const offered = ['application/json', 'application/json;charset=utf-8'];

/** Throws `not_acceptable` when the `Accept` header (RFC 9110, 12.5.1) excludes JSON. */
export function requireAcceptable({ headers }: CompleteRequest): void {
  if (everyoneTakes.has(headers.accept)) return;
  const negotiator = new Negotiator({ headers: { accept: textOf(headers.accept) } });
  if (negotiator.mediaType(offered) === undefined) {
    const detail = "The header 'Accept' excludes application/json.";
    throw new ApiError('not_acceptable', { detail });
  }
}

/** Throws `unsupported_media_type` unless `Content-Type` is `application/json`, in UTF-8. */
export function requireJson({ headers }: CompleteRequest): void {
  if (everyoneSends.has(headers['content-type'])) return;
  const [type, ...parameters] = textOf(headers['content-type']).toLowerCase().split(';');
  const known = parameters.every((parameter) => /^\s*(charset="?utf-8"?\s*)?$/.test(parameter));
  if (type?.trim() !== 'application/json' || !known)
    throw new ApiError('unsupported_media_type', { detail: unreadable(type) });
}

function unreadable(type: string | undefined): string {
  const given = type?.trim() ?? '';
  if (given === '') return "The header 'Content-Type' is missing.";
  if (given !== 'application/json') return "The header 'Content-Type' is not application/json.";
  return "The header 'Content-Type' may have no parameter other than charset=utf-8.";
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'object' ? header.join(', ') : (header ?? '');
}
