// The header `Link` (RFC 8288) of a list: its other pages.
import type { PageRequest } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parseQuery } from '../request/query-string.js';
import { buildUrlReference } from './url-reference.js';

/** How another page relates to this one. */
export type Relation = 'first' | 'prev' | 'next' | 'last';

/** A page and the parameter that leads to it, such as `page=2`; none for the page without parameters. */
export type PageLink = readonly [relation: Relation, parameter: string | null];

/** The number of the last page. An empty list has a first page. */
export function countPages(total: number, { perPage }: Pick<PageRequest, 'perPage'>): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/**
 * Maximum size of the header in bytes. Each link repeats the query, and receivers limit the total size of headers: Node's
 * client to 16 KiB, many proxies to 8 KiB.
 */
const maxLinkBytes = 4096;
const separator = ', ';

/** The relations in order of importance to a client that walks through the pages. */
const relationsByImportance: readonly Relation[] = ['next', 'prev', 'first', 'last'];

/**
 * The value of `Link`: as many of the pages as fit. Keeps the rest of the query as it was sent, without the parameters that
 * name a page. Undefined when not even one link fits.
 */
export function renderPageLinks(
  request: CompleteRequest,
  ofPage: ReadonlySet<string>,
  links: readonly PageLink[],
): string | undefined {
  const others = request.query.split('&').filter((pair) => pair !== '' && !ofPage.has(getName(pair)));
  const url = buildUrlReference(request, others.length > 0 ? `?${others.join('&')}` : '');
  const joint = others.length > 0 ? '&' : '?';
  const texts = links.map(([relation, parameter]) => {
    const target = parameter === null ? url : `${url}${joint}${parameter}`;
    return [relation, `<${target}>; rel="${relation}"`] as const;
  });
  return dropToFit(texts);
}

/** Drops the least important links until the rest fits. References are ASCII, so length counts bytes. */
function dropToFit(links: readonly (readonly [Relation, string])[]): string | undefined {
  const all = links.map(([, text]) => text).join(separator);
  if (all.length <= maxLinkBytes) return all;
  const [least] = [...links].sort(
    ([a], [b]) => relationsByImportance.indexOf(b) - relationsByImportance.indexOf(a),
  );
  return links.length === 1 ? undefined : dropToFit(links.filter((link) => link !== least));
}

/** The name of the parameter that a pair sets, also when it is percent-encoded, as in `%70age`. */
function getName(pair: string): string {
  const name = pair.slice(0, Math.max(0, pair.indexOf('=')));
  return pair.includes('%') ? (parseQuery(pair).terms[0]?.name ?? '') : name;
}
