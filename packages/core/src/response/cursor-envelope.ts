// The envelope of a list that is walked: its count, and the cursors of its neighbours.
import type { SelectedRows } from '../execute/read-rows.js';
import type { Limits } from '../limits.js';
import type { PageRequest, SelectPlan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { type PageLink, renderPageLinks } from './page-links.js';

/** The request that a list answers, and the headers of the answer. */
interface WalkContext {
  readonly request: CompleteRequest;
  readonly headers: Record<string, string>;
  readonly limits: Limits;
}

/** What was asked for. */
interface WalkPlan {
  readonly plan: SelectPlan;
  readonly page: PageRequest;
}

const ofPage: ReadonlySet<string> = new Set([parameterNames.page]);

/** Renders the envelope of eight keys. */
export function renderWalk(
  { request, headers, limits }: WalkContext,
  { plan, page }: WalkPlan,
  executed: SelectedRows,
  content: string,
): string {
  const total = describeTotal(plan, executed, limits);
  const lastPage =
    page.page !== null && total.isExact ? Math.max(1, Math.ceil((total.count ?? 0) / page.perPage)) : null;
  const isLast = executed.hasMore === null ? page.page === lastPage : !executed.hasMore;
  if (total.isExact) headers['x-total-count'] = String(total.count);
  const links = renderPageLinks(request, ofPage, listPageLinks(page, lastPage, isLast));
  if (links !== undefined) headers.link = links;
  return `{"page":${page.page},"total_count":${total.count},"total_is_exact":${total.isExact},"last_page":${lastPage},"is_last_page":${isLast},"prev_cursor":null,"next_cursor":null,"content":${content}}`;
}

/** The total of a list as clients see it. */
interface ShownTotal {
  readonly count: number | null;
  readonly isExact: boolean;
}

/** A limited count ends at its limit. */
function describeTotal({ shape }: SelectPlan, { total }: SelectedRows, limits: Limits): ShownTotal {
  if (total === null) return { count: null, isExact: false };
  const isExact = shape.count === 'exact' || total <= limits.count;
  return { count: isExact ? total : limits.count, isExact };
}

function listPageLinks({ page }: PageRequest, lastPage: number | null, isLast: boolean): PageLink[] {
  if (page === null) return [['first', null]];
  return [
    ['first', null],
    ...(page > 1 ? [['prev', `page=${page - 1}`] as const] : []),
    ...(isLast ? [] : [['next', `page=${page + 1}`] as const]),
    ...(lastPage === null ? [] : [['last', `page=${lastPage}`] as const]),
  ];
}
