// What conditions mean, worked out a second time: RFC 9110, 13, and the rules of docs/guide/conditional-requests.md.
import type { Answer } from '../support/http-client.js';

/** One tag of a list: that of the plain read, one that was seen before, a version alone, or a text. */
export type Pick =
  | { readonly of: 'seen'; readonly at: number; readonly isWeak: boolean }
  | { readonly of: 'current'; readonly isWeak: boolean }
  | { readonly of: 'version'; readonly version: number }
  | { readonly of: 'text'; readonly text: string };

/** The value of If-Match or If-None-Match. */
export type Condition =
  | { readonly of: 'list'; readonly picks: readonly Pick[] }
  | { readonly of: 'any' }
  | { readonly of: 'malformed'; readonly text: string };

/** A header, and the tags that it lists, quoted; null for any, undefined for a malformed one. */
export interface Resolved {
  readonly header: string;
  readonly tags: readonly string[] | null | undefined;
}

export interface Given {
  readonly ifMatch: Resolved | null;
  readonly ifNoneMatch: Resolved | null;
}

/** The tags that a condition may pick from. */
export interface KnownTags {
  readonly seen: readonly string[];
  readonly current: string | undefined;
}

/** Fills in the tags. */
export function resolveCondition(condition: Condition | null, known: KnownTags): Resolved | null {
  if (condition === null) return null;
  switch (condition.of) {
    case 'any':
      return { header: '*', tags: null };
    case 'malformed':
      return { header: condition.text, tags: undefined };
    case 'list': {
      const picked = condition.picks.map((one) => resolvePick(one, known));
      return { header: picked.map(({ header }) => header).join(', '), tags: picked.map(({ tag }) => tag) };
    }
  }
}

function resolvePick(
  one: Pick,
  { seen, current }: KnownTags,
): { readonly header: string; readonly tag: string } {
  if (one.of === 'text') return { header: one.text, tag: one.text };
  if (one.of === 'version') return { header: `"${one.version}"`, tag: `"${one.version}"` };
  const tag = (one.of === 'current' ? current : seen[one.at % Math.max(1, seen.length)]) ?? '"none"';
  return { header: one.isWeak ? `W/${tag}` : tag, tag };
}

/** The status of a read whose answer without conditions is known. */
export function expectedOfRead(plain: Answer, { ifMatch, ifNoneMatch }: Given): number {
  const { etag } = plain.headers;
  if (plain.status !== 200 || etag === undefined) return plain.status;
  if (ifMatch && !accepts(ifMatch, (tag) => tag === etag)) return 412;
  return ifNoneMatch && accepts(ifNoneMatch, (tag) => tag === etag) ? 304 : 200;
}

/** The status of a write that is refused for the state of its row, which a plain read has shown; null if it is not. */
export function expectedOfWrite(plain: Answer, { ifMatch, ifNoneMatch }: Given, path: string): number | null {
  if (plain.status === 404) return 404;
  const matches = (tag: string) => isOf(tag, plain, path);
  if (ifMatch && !accepts(ifMatch, matches)) return 412;
  return ifNoneMatch && accepts(ifNoneMatch, matches) ? 412 : null;
}

/** A malformed header lists nothing. */
function accepts({ tags }: Resolved, matches: (tag: string) => boolean): boolean {
  return tags === null || (tags ?? []).some(matches);
}

/** Sheets count versions, folders have hashes, drawers have no tags. */
function isOf(tag: string, plain: Answer, path: string): boolean {
  if (path.startsWith('/drawers')) return false;
  if (path.startsWith('/folders')) return tag === plain.headers.etag;
  const { version } = plain.json as { readonly version: number };
  return tag === `"${version}"` || tag.startsWith(`"${version}.`);
}
