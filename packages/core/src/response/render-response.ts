// Rows -> JSON text, envelope, status and headers.
import { ApiError } from '../errors.js';
import type { Executed } from '../execute/execute-plan.js';
import type { GroupedRows } from '../execute/read-groups.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { RunningExport } from '../execute/running-export.js';
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { CursorSeal } from '../plan/cursor-token.js';
import type { PageRequest, Plan, SelectPlan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { formatJson } from '../request/exact-number.js';
import { createResponseTooLarge } from '../sql/response-size.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';
import { renderCursorEnvelope } from './cursor-envelope.js';
import { renderExport } from './render-export.js';
import { renderPageLinks } from './page-links.js';
import { buildUrlReference } from './url-reference.js';

/** What answers are rendered with. */
interface Rendering {
  readonly model: ApiModel;
  readonly cursors: CursorSeal;
}

/** Renders the result of a plan. Throws `not_found` and `invalid_request` for missing rows and pages. */
export function renderResponse(
  rendering: Rendering,
  request: CompleteRequest,
  plan: Plan,
  executed: Executed,
): ApiResponse {
  if (!executed) return { status: 204, headers: buildPlainHeaders(request.requestId), body: null };
  if ('end' in executed) return renderExport(request, executed);
  const headers = buildJsonHeaders('json', request.requestId);
  const text = renderText(rendering, { request, headers }, plan, executed);
  return {
    status: plan.kind === 'create' || plan.kind === 'bulk-create' ? 201 : 200,
    headers,
    body: request.pretty ? formatJson(text, 2) : text,
  };
}

function renderText(
  rendering: Rendering,
  context: ListContext,
  plan: Plan,
  executed: Exclude<Executed, RunningExport | null>,
): string {
  if ('affected' in executed) return `{"affected":${executed.affected}}`;
  if ('written' in executed) return `[${executed.written.map((row) => printRow(row, Infinity)).join()}]`;
  if ('groups' in executed) {
    if (plan.kind !== 'aggregate') throw new Error('Only an aggregate reads groups.');
    return renderGroups(rendering.model, context, plan.page, executed);
  }
  if (plan.kind === 'select' && executed.program.isList)
    return renderList(rendering, context, plan, executed);
  if (plan.kind === 'create')
    context.headers.location = buildLocation(context.request, plan.entity, executed);
  return renderOne(plan, rendering.model, executed);
}

/** Lists the methods of a path. */
export function renderOptions(allow: string, { requestId }: CompleteRequest): ApiResponse {
  return { status: 204, headers: { allow, ...buildPlainHeaders(requestId) }, body: null };
}

/** The answer to a write has no size limit: by now the write is done. */
function renderOne({ kind }: Plan, { limits }: ApiModel, executed: SelectedRows): string {
  if (executed.count === 0) throw new ApiError('not_found');
  return printRow(executed, kind === 'select' ? limits.responseBytes : Infinity);
}

function printRow(executed: SelectedRows, maxBytes: number): string {
  return executed.text ?? executed.program.printer.print(executed, maxBytes);
}

/** The headers of a list, beside the request that it answers. */
interface ListContext {
  readonly request: CompleteRequest;
  readonly headers: Record<string, string>;
}

function renderList(
  rendering: Rendering,
  context: ListContext,
  plan: SelectPlan,
  executed: SelectedRows,
): string {
  const { page } = plan;
  const { program, total } = executed;
  requirePage(rendering.model, page, executed);
  const { limits } = rendering.model;
  if (hasExports(plan)) context.headers.vary = 'Accept';
  const content = `[${program.printer.print(executed, limits.responseBytes)}]`;
  if (page?.cursors)
    return renderCursorEnvelope(
      { ...context, limits, cursors: rendering.cursors },
      { plan, page },
      executed,
      content,
    );
  return renderEnvelope(context, page, total ?? 0, content);
}

function renderGroups(
  model: ApiModel,
  context: ListContext,
  page: PageRequest,
  { groups, rows, total, isCut }: GroupedRows,
): string {
  const { responseBytes } = model.limits;
  requirePage(model, page, { count: rows.length, total });
  if (isCut) throw createResponseTooLarge(responseBytes);
  return renderEnvelope(context, page, total, `[${groups.print(rows, responseBytes)}]`);
}

/** Throws for a page past the end, and for an empty list where the API answers it as not found. */
function requirePage(
  { listNotFound }: ApiModel,
  page: PageRequest | null,
  read: Pick<SelectedRows, 'count' | 'total'>,
): void {
  if (read.count === 0 && page !== null && page.page !== null && page.page > 1) throw createPastTheEndError();
  if (listNotFound && isEmptyList(page, read))
    throw new ApiError('not_found', { detail: 'The list is empty.' });
}

function renderEnvelope(
  { request, headers }: ListContext,
  page: PageRequest | null,
  total: number,
  content: string,
): string {
  headers['x-total-count'] = String(total);
  if (!page) return content;
  return renderPage({ request, headers }, page, total, content);
}

/** Whether another `Accept` would choose another format. */
function hasExports({ shape: { source, subject } }: SelectPlan): boolean {
  return (source.from === 'edge' ? source.edge.collection : subject.collection).exports.length > 0;
}

/** An uncounted list is empty if its first page is. */
function isEmptyList(
  page: PageRequest | null,
  { count, total }: Pick<SelectedRows, 'count' | 'total'>,
): boolean {
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
