// The `Link` header of a page (RFC 8288).
import type { PageRequest } from '../plan/plan.js';
import type { ApiRequest } from '../request/api-request.js';

/** Links to the first, previous, next and last page; the rest of the query is kept as it was sent. */
export function pageLinks(request: ApiRequest, { page }: PageRequest, lastPage: number): string {
  const others = request.query.split('&').filter((pair) => pair !== '' && !pair.startsWith('page='));
  const link = (to: number, relation: string) =>
    `<${request.base ?? ''}${request.path}?${[...others, `page=${to}`].join('&')}>; rel="${relation}"`;
  return [
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < lastPage ? [link(page + 1, 'next')] : []),
    link(lastPage, 'last'),
  ]
    .map(headerSafe)
    .join(', ');
}

/** Query strings may hold raw characters that a header must not: they are escaped as a URL would have them. */
function headerSafe(link: string): string {
  return link.replace(/[^\x21-\x7e ]/gu, (char) =>
    /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char),
  );
}
