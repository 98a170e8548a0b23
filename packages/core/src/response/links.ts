// URL references to paths of the API, for the headers `Location` and `Link` (RFC 8288).
import type { PageRequest } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parseQuery } from '../request/query-string.js';
import { parameterNames } from '../vocabulary/wire-names.js';

/**
 * Maximum size of the header in bytes. Each link repeats the query, and receivers limit the total size of headers: Node's
 * client to 16 KiB, many proxies to 8 KiB.
 */
const maxBytes = 4096;

type Relation = 'first' | 'prev' | 'next' | 'last';

/** The relations in order of importance to a client that walks through the pages. */
const relationsByImportance: readonly Relation[] = ['next', 'prev', 'first', 'last'];

/**
 * The value of `Link`: the first, previous, next and last page, as many as fit. Keeps the rest of the query as it was sent.
 * Undefined when not even one link fits.
 */
export function renderPageLinks(
  request: CompleteRequest,
  { page }: PageRequest,
  lastPage: number,
): string | undefined {
  const others = request.query.split('&').filter((pair) => pair !== '' && !isPageParameter(pair));
  const url = buildUrlReference(request, `?${[...others, `${parameterNames.page}=`].join('&')}`);
  const link = (to: number, relation: Relation) => [relation, `<${url}${to}>; rel="${relation}"`] as const;
  return dropToFit([
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < lastPage ? [link(page + 1, 'next')] : []),
    link(lastPage, 'last'),
  ]);
}

/** Drops the least important links until the rest fits. References are ASCII, so length counts bytes. */
function dropToFit(links: readonly (readonly [Relation, string])[]): string | undefined {
  const all = links.map(([, text]) => text).join(separator);
  if (all.length <= maxBytes) return all;
  const [least] = [...links].sort(
    ([a], [b]) => relationsByImportance.indexOf(b) - relationsByImportance.indexOf(a),
  );
  return links.length === 1 ? undefined : dropToFit(links.filter((link) => link !== least));
}

const separator = ', ';

/** Whether the pair sets `page`, also when its name is percent-encoded, as in `%70age`. */
function isPageParameter(pair: string): boolean {
  const { page } = parameterNames;
  return pair.startsWith(`${page}=`) || (pair.includes('%') && parseQuery(pair).terms[0]?.name === page);
}

/**
 * The path of a request below its mount point, followed by `more`, as a URL reference (RFC 3986). Escapes characters that
 * a reference must not contain, such as quotes and angle brackets, which could end the header's value. Existing escapes
 * stay.
 */
export function buildUrlReference({ base = '', path }: CompleteRequest, more: string): string {
  const reference = `${base}${path}${more}`;
  return referencePattern.test(reference) ? reference : reference.replace(notInReference, escapeCharacter);
}

/** The characters allowed in a path or a query. Most references have no others. */
const referencePattern = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/;
const notInReference = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/gu;

function escapeCharacter(char: string): string {
  return /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char);
}
