// Rows -> JSON text, envelope, status and headers.
import { ApiError } from '../errors.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { CursorSeal } from '../plan/cursor-token.js';
import type { PageRequest, Plan, SelectPlan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { formatJson } from '../request/exact-number.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';
import { renderWalk } from './cursor-envelope.js';
import { renderPageLinks } from './page-links.js';
import { buildUrlReference } from './url-reference.js';

/** What answers are rendered with. */
export interface Rendering {
  readonly model: ApiModel;
  readonly cursors: CursorSeal;
}

/** Renders the result of a plan. Throws `not_found` and `invalid_request` for missing rows and pages. */
export function renderResponse(
  rendering: Rendering,
  request: CompleteRequest,
  plan: Plan,
  executed: SelectedRows | null,
): ApiResponse {
  if (!executed) return { status: 204, headers: buildPlainHeaders(request.requestId), body: null };
  const headers = buildJsonHeaders('json', request.requestId);
  const text =
    plan.kind === 'select' && executed.program.isList
      ? renderList(rendering, { request, headers }, plan, executed)
      : renderOne(plan, rendering.model, executed);
  if (plan.kind === 'create') headers.location = buildLocation(request, plan.entity, executed);
  return {
    status: plan.kind === 'create' ? 201 : 200,
    headers,
    body: request.pretty ? formatJson(text, 2) : text,
  };
}

/** Lists the methods of a path. */
export function renderOptions(allow: string, { requestId }: CompleteRequest): ApiResponse {
  return { status: 204, headers: { allow, ...buildPlainHeaders(requestId) }, body: null };
}

/** The answer to a write has no size limit: by now the write is done. */
function renderOne({ kind }: Plan, { limits }: ApiModel, executed: SelectedRows): string {
  const { program, count, text } = executed;
  if (count === 0) throw new ApiError('not_found');
  return text ?? program.printer.print(executed, kind === 'select' ? limits.responseBytes : Infinity);
}

/** The headers of a list, beside the request that it answers. */
interface ListContext {
  readonly request: CompleteRequest;
  readonly headers: Record<string, string>;
}

function renderList(
  { model: { listNotFound, limits }, cursors }: Rendering,
  { request, headers }: ListContext,
  plan: SelectPlan,
  executed: SelectedRows,
): string {
  const { page } = plan;
  const { program, count, total } = executed;
  if (count === 0 && page?.page !== null && page !== null && page.page > 1) throw createPastTheEndError();
  if (listNotFound && isEmptyList(page, executed))
    throw new ApiError('not_found', { detail: 'The list is empty.' });
  const content = `[${program.printer.print(executed, limits.responseBytes)}]`;
  if (page?.walk) return renderWalk({ request, headers, limits, cursors }, { plan, page }, executed, content);
  headers['x-total-count'] = String(total);
  if (!page) return content;
  return renderPage({ request, headers }, page, total ?? 0, content);
}

/** An uncounted list is empty if its first page is. */
function isEmptyList(page: PageRequest | null, { count, total }: SelectedRows): boolean {
  return total === null ? count === 0 && page?.page === 1 : total === 0;
}

function renderPage(
  { request, headers }: ListContext,
  { page, perPage }: PageRequest,
  total: number,
  content: string,
): string {
  const number = page ?? 1;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const links = renderPageLinks(request, pageParameter, [
    ['first', 'page=1'],
    ...(number > 1 ? [['prev', `page=${number - 1}`] as const] : []),
    ...(number < lastPage ? [['next', `page=${number + 1}`] as const] : []),
    ['last', `page=${lastPage}`],
  ]);
  if (links !== undefined) headers.link = links;
  return `{"page":${number},"total_count":${total},"last_page":${lastPage},"is_last_page":${number === lastPage},"content":${content}}`;
}

const pageParameter: ReadonlySet<string> = new Set([parameterNames.page]);

function createPastTheEndError(): ApiError {
  const detail = 'The page is out of range: it is past the last page.';
  return new ApiError('invalid_request', {
    detail,
    faults: [{ parameter: parameterNames.page, code: 'out_of_range', detail }],
  });
}

/** Where a created entity is. A comma is one of a path's own signs (RFC 3986, 3.3). */
function buildLocation(
  request: CompleteRequest,
  { key }: EntityModel,
  { program, rows }: SelectedRows,
): string {
  const id = encodeURIComponent(program.idOf(rows[0] ?? []));
  return buildUrlReference(request, `/${key.length > 1 ? id.replaceAll('%2C', ',') : id}`);
}
