// The `Link` header of a page (RFC 8288).
import type { PageRequest } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parseQuery } from '../request/query-string.js';
import { urlReference } from './url-reference.js';

/**
 * Maximum size of the header in bytes. Each link repeats the query, and receivers limit the total size of headers: Node's
 * client to 16 KiB, many proxies to 8 KiB.
 */
const mostBytes = 4096;

type Relation = 'first' | 'prev' | 'next' | 'last';

/** The relations in order of importance to a client that walks through the pages. */
const byUse: readonly Relation[] = ['next', 'prev', 'first', 'last'];

/**
 * The value of `Link`: the first, previous, next and last page, as many as fit. Keeps the rest of the query as it was sent.
 * Undefined when not even one link fits.
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

/** Drops the least important links until the rest fits. References are ASCII, so length counts bytes. */
function fitting(links: readonly (readonly [Relation, string])[]): string | undefined {
  const all = links.map(([, text]) => text).join(separator);
  if (all.length <= mostBytes) return all;
  const [least] = [...links].sort(([a], [b]) => byUse.indexOf(b) - byUse.indexOf(a));
  return links.length === 1 ? undefined : fitting(links.filter((link) => link !== least));
}

const separator = ', ';

/** Whether the pair sets `page`, also when its name is percent-encoded, as in `%70age`. */
function namesPage(pair: string): boolean {
  return pair.startsWith('page=') || (pair.includes('%') && parseQuery(pair).terms[0]?.name === 'page');
}
