// The conditions of a request: If-Match and If-None-Match (RFC 9110, 13.1). Dates are ignored, as no answer has one.
import { parseTagList, type TagList } from '../vocabulary/entity-tag.js';
import { joinHeaderLines, type CompleteRequest } from './api-request.js';

/** The tags that the client accepts, and those that it has already; null without the header. */
export interface Preconditions {
  /** A malformed header lists nothing, so that nothing matches it. */
  readonly ifMatch: TagList | null;
  /** Null for a malformed header, too: without the condition the client only gets what it has. */
  readonly ifNoneMatch: TagList | null;
}

/** Parses the conditions; null for a request without any. */
export function parsePreconditions({ headers }: Pick<CompleteRequest, 'headers'>): Preconditions | null {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch === undefined && ifNoneMatch === undefined) return null;
  return {
    ifMatch: ifMatch === undefined ? null : (parseTagList(joinHeaderLines(ifMatch)) ?? noTags),
    ifNoneMatch: ifNoneMatch === undefined ? null : parseTagList(joinHeaderLines(ifNoneMatch)),
  };
}

const noTags: TagList = Object.freeze({ isAny: false, tags: [] });
