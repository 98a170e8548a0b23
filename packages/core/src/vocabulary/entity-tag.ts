// Entity tags (RFC 9110, 8.8.3): how they are made and written, and the lists of them in If-Match and If-None-Match. A tag is
// its opaque part here, without the quotes.
import { hash } from 'node:crypto';

/** The tags that a header lists. `isAny` is `*`, which lists none. */
export interface TagList {
  readonly isAny: boolean;
  readonly tags: readonly string[];
}

const hashedBytes = 16;

/** The tag of an answer: 16 bytes of SHA-256, as 22 characters. */
export function hashAnswer(text: string): string {
  return hash('sha256', text, 'buffer').toString('base64url', 0, hashedBytes);
}

/** The tag of a row that counts its versions, in an answer with this hash. */
export function joinVersion(version: string, hashed: string): string {
  return `${version}.${hashed}`;
}

/** The version in a tag of such a row. A version alone is one, too: clients know it from the body. */
export function splitVersion(tag: string): string {
  const end = tag.indexOf('.');
  return end === -1 ? tag : tag.slice(0, end);
}

/** The value of `ETag`. All tags are strong. */
export function formatEntityTag(tag: string): string {
  return `"${tag}"`;
}

/** One element of a list: a tag, or nothing. A leading `W/` is ignored: a proxy that compresses answers adds it. */
const element = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** Parses a list of tags (RFC 9110, 13.1); null for a malformed one. */
export function parseTagList(header: string): TagList | null {
  if (header.trim() === '*') return anyTag;
  const tags: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (!found) return null;
    if (found[1] !== undefined) tags.push(found[1]);
  }
  return { isAny: false, tags };
}

const anyTag: TagList = Object.freeze({ isAny: true, tags: [] });
