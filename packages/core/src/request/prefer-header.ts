// The header `Prefer` (RFC 7240): what a client would like of an answer. A preference is never a fault: those that are unknown
// or malformed are ignored.
import { joinHeaderLines, type CompleteRequest } from './api-request.js';

/** What the answer to a write contains: `minimal` for no content, `representation` for the entity, as without a preference. */
export type ReturnPreference = 'minimal' | 'representation';

/** Reads the preference `return` of a request; null without one. */
export type ReadReturn = (headers: CompleteRequest['headers']) => ReturnPreference | null;

/** Returns the reader for an API: without the option `returnMinimal`, the header is ignored. */
export function createReturnReader({ returnMinimal }: { readonly returnMinimal: boolean }): ReadReturn {
  return returnMinimal ? ({ prefer }) => parseReturn(prefer) : ignoreReturn;
}

/** For APIs without the option. */
export const ignoreReturn: ReadReturn = () => null;

/** The value of `return` where it is first mentioned. Names and values are in any case; header lines are one list. */
export function parseReturn(header: string | readonly string[] | undefined): ReturnPreference | null {
  if (header === undefined) return null;
  for (const [element] of joinHeaderLines(header).matchAll(elements)) {
    const [, name, word, quoted] = preference.exec(element) ?? [];
    if (name?.toLowerCase() !== 'return') continue;
    const value = (word ?? quoted?.replace(escapes, '$1'))?.toLowerCase();
    return value === 'minimal' || value === 'representation' ? value : null;
  }
  return null;
}

/** What stands between commas, except for those in quoted strings. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs;

/** A token and its value, a token or a quoted string. Parameters may follow. */
const preference =
  /^[\t ]*([\w!#$%&'*+.^`|~-]+)(?:[\t ]*=[\t ]*(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)"))?[\t ]*(?:;.*)?$/s;

const escapes = /\\(.)/gs;
