// The envelope of a list with count modes or cursors: its count, and the cursors of the previous and the next page.
import type { SelectedRows } from '../execute/read-rows.js';
import type { Limits } from '../limits.js';
import { listSealedTerms, toPositionValue } from '../plan/cursor-plan.js';
import type { CursorSeal } from '../plan/cursor-token.js';
import type { PageRequest, SelectPlan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { Row } from '../sql/row-renderer.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { countPages, type PageLink, renderPageLinks } from './page-links.js';

/** The request that a list answers, and the headers of the answer. */
interface EnvelopeContext {
  readonly request: CompleteRequest;
  readonly headers: Record<string, string>;
  readonly limits: Limits;
  readonly cursors: CursorSeal;
}

/** The requested page. */
interface EnvelopePlan {
  readonly plan: SelectPlan;
  readonly page: PageRequest;
}

/** The cursors of the previous and the next page, and whether this page is the last one. */
interface Neighbours {
  readonly prev: string | null;
  readonly next: string | null;
  readonly isLast: boolean;
}

/** Renders the envelope of eight keys. */
export function renderCursorEnvelope(
  context: EnvelopeContext,
  { plan, page }: EnvelopePlan,
  executed: SelectedRows,
  content: string,
): string {
  const { request, headers, limits } = context;
  const total = describeTotal(plan, executed, limits);
  const lastPage = page.page !== null && total.isExact ? countPages(total.count ?? 0, page) : null;
  const { prev, next, isLast } = findNeighbours(context.cursors, { plan, page }, executed, lastPage);
  if (total.isExact) headers['x-total-count'] = String(total.count);
  const shown = page.page === null ? listCursorLinks(prev, next) : listPageLinks(page.page, lastPage, isLast);
  const links = renderPageLinks(request, ofPage, shown);
  if (links !== undefined) headers.link = links;
  return `{"page":${page.page},"total_count":${total.count},"total_is_exact":${total.isExact},"last_page":${lastPage},"is_last_page":${isLast},"prev_cursor":${JSON.stringify(prev)},"next_cursor":${JSON.stringify(next)},"content":${content}}`;
}

/** The total of a list as clients see it. */
export interface ShownTotal {
  readonly count: number | null;
  readonly isExact: boolean;
}

/** A limited count stops at its limit. */
export function describeTotal(
  { shape }: SelectPlan,
  { total }: Pick<SelectedRows, 'total'>,
  limits: Limits,
): ShownTotal {
  if (total === null) return { count: null, isExact: false };
  const isExact = shape.count === 'exact' || total <= limits.count;
  return { count: isExact ? total : limits.count, isExact };
}

function findNeighbours(
  cursors: CursorSeal,
  { plan, page }: EnvelopePlan,
  { program, rows, count, hasMore }: SelectedRows,
  lastPage: number | null,
): Neighbours {
  const more = hasMore ?? page.page !== lastPage;
  const isBackwards = plan.shape.position?.side === 'before';
  if (count === 0) return { prev: null, next: null, isLast: !isBackwards && !more };
  const boundTo = page.cursors?.boundTo ?? null;
  const seal = (row: Row | undefined) =>
    boundTo === null || !row
      ? null
      : cursors.seal(
          boundTo,
          program.positionAt.map((at) => toPositionValue(row[at])),
          listSealedTerms(plan.shape),
        );
  const hasPrev = isBackwards ? more : page.page !== 1;
  const hasNext = isBackwards || more;
  return {
    prev: hasPrev ? seal(rows[0]) : null,
    next: hasNext ? seal(rows.at(-1)) : null,
    isLast: !hasNext,
  };
}

const ofPage: ReadonlySet<string> = new Set([
  parameterNames.page,
  parameterNames.after,
  parameterNames.before,
]);

function listPageLinks(page: number, lastPage: number | null, isLast: boolean): PageLink[] {
  return [
    ['first', null],
    ...(page > 1 ? [['prev', `page=${page - 1}`] as const] : []),
    ...(isLast ? [] : [['next', `page=${page + 1}`] as const]),
    ...(lastPage === null ? [] : [['last', `page=${lastPage}`] as const]),
  ];
}

function listCursorLinks(prev: string | null, next: string | null): PageLink[] {
  return [
    ['first', null],
    ...(prev === null ? [] : [['prev', `before=${prev}`] as const]),
    ...(next === null ? [] : [['next', `after=${next}`] as const]),
  ];
}
