// The `Link` header of a page (RFC 8288).
import type { PageRequest } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parseQuery } from '../request/query-string.js';
import { urlReference } from './url-reference.js';

/**
 * Most bytes of the header. Each link repeats the query, and what receives the answer has a limit for all headers together:
 * 16 KiB in Node's own client, 8 KiB in many proxies.
 */
const mostBytes = 4096;

type Relation = 'first' | 'prev' | 'next' | 'last';

/** What a client that walks the pages misses first stands first. */
const byUse: readonly Relation[] = ['next', 'prev', 'first', 'last'];

/**
 * Links to the first, previous, next and last page, as many as there is room for; the rest of the query is kept as it was
 * sent. Undefined where there is room for none.
 */
export function pageLinks(
  request: CompleteRequest,
  { page }: PageRequest,
  lastPage: number,
): string | undefined {
  const others = request.query.split('&').filter((pair) => pair !== '' && !namesPage(pair));
  const url = urlReference(request, `?${[...others, 'page='].join('&')}`);
  const link = (to: number, relation: Relation) => [relation, `<${url}${to}>; rel="${relation}"`] as const;
  return fitting([
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < lastPage ? [link(page + 1, 'next')] : []),
    link(lastPage, 'last'),
  ]);
}

/** A reference is ASCII: its characters are its bytes. */
function fitting(links: readonly (readonly [Relation, string])[]): string | undefined {
  const all = links.map(([, text]) => text).join(separator);
  if (all.length <= mostBytes) return all;
  const [least] = [...links].sort(([a], [b]) => byUse.indexOf(b) - byUse.indexOf(a));
  return links.length === 1 ? undefined : fitting(links.filter((link) => link !== least));
}

const separator = ', ';

/** Also where a letter of the name is escaped, as in `%70age`. */
function namesPage(pair: string): boolean {
  return pair.startsWith('page=') || (pair.includes('%') && parseQuery(pair).terms[0]?.name === 'page');
}
