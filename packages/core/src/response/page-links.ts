// The `Link` header of a page (RFC 8288).
import type { PageRequest } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parseQuery } from '../request/query-string.js';
import { urlReference } from './url-reference.js';

/** Links to the first, previous, next and last page; the rest of the query is kept as it was sent. */
export function pageLinks(request: CompleteRequest, { page }: PageRequest, lastPage: number): string {
  const others = request.query.split('&').filter((pair) => pair !== '' && !namesPage(pair));
  const url = urlReference(request, `?${[...others, 'page='].join('&')}`);
  const link = (to: number, relation: string) => `<${url}${to}>; rel="${relation}"`;
  return [
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < lastPage ? [link(page + 1, 'next')] : []),
    link(lastPage, 'last'),
  ].join(', ');
}

/** Also where a letter of the name is escaped, as in `%70age`. */
function namesPage(pair: string): boolean {
  return pair.startsWith('page=') || (pair.includes('%') && parseQuery(pair).terms[0]?.name === 'page');
}
