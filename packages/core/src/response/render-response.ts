// Rows -> JSON text, envelope, status and headers.
import { ApiError } from '../errors.js';
import type { Executed } from '../execute/execute-plan.js';
import type { PrintedAnswer } from '../execute/idempotent-script.js';
import type { GroupedRows } from '../execute/read-groups.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { WriteResult } from '../execute/write.js';
import type { ApiModel } from '../model/api-model.js';
import type { Route } from '../model/route-model.js';
import type { CursorSeal } from '../plan/cursor-token.js';
import type { PageRequest, SelectPlan } from '../plan/plan.js';
import type { Plan } from '../plan/planner.js';
import type { CompleteRequest } from '../request/api-request.js';
import { acceptPatch } from '../request/parsed-request.js';
import { indentJson } from '../request/exact-number.js';
import { createResponseTooLarge } from '../sql/response-size.js';
import { formatEntityTag } from '../vocabulary/entity-tag.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';
import { describeTotal, renderCursorEnvelope, type ShownTotal } from './cursor-envelope.js';
import {
  addCaching,
  computeEntityTag,
  findReadTagging,
  isUnchanged,
  renderNotModified,
  type ReadPlan,
} from './conditional-answer.js';
import { renderBulk } from './render-bulk.js';
import { renderExport } from './render-export.js';
import { renderKeyedAnswer } from './keyed-answer.js';
import { countPages, renderPageLinks } from './page-links.js';
import { renderWrite } from './render-write.js';

/** What answers are rendered with. */
interface Rendering {
  readonly model: ApiModel;
  readonly cursors: CursorSeal;
}

/** A request and the route that answers it. */
interface AnsweredRequest {
  readonly request: CompleteRequest;
  readonly route: Route;
}

/** Renders the result of a plan. Throws `not_found` and `invalid_request` for missing rows and pages. */
export function renderResponse(
  rendering: Rendering,
  { request, route }: AnsweredRequest,
  plan: Plan,
  executed: Executed,
): ApiResponse {
  const { responseBytes } = rendering.model.limits;
  if (!executed) return { status: 204, headers: buildPlainHeaders(request.requestId), body: null };
  if ('end' in executed) return renderExport(request, route, executed);
  if ('answer' in executed) return renderKeyedAnswer(request, executed, responseBytes);
  switch (plan.kind) {
    case 'select':
    case 'aggregate':
      return renderRead(rendering, { request, route }, plan, executed);
    case 'create':
    case 'update':
    case 'restore':
      return renderWrite(request, plan, executed, responseBytes);
    case 'bulk-create':
    case 'bulk-update-items':
    case 'bulk-update':
    case 'bulk-delete':
      return renderBulk(request, plan, executed, responseBytes);
    case 'export':
    case 'delete':
      throw new Error('An export ends with pieces, a delete with nothing.');
  }
}

function renderRead(
  rendering: Rendering,
  { request, route }: AnsweredRequest,
  plan: ReadPlan,
  executed: NonNullable<Executed>,
): ApiResponse {
  const headers = buildJsonHeaders('json', request.requestId);
  const { responseBytes } = rendering.model.limits;
  const text = renderText(rendering, { request, headers }, plan, executed);
  addCaching(headers, route);
  const tag = computeEntityTag(findReadTagging(plan), executed, { headers, text });
  if (tag !== null) {
    headers.etag = formatEntityTag(tag);
    if (isUnchanged(request, tag)) return renderNotModified(headers);
  }
  return { status: 200, headers, body: request.pretty ? indentJson(text, responseBytes) : text };
}

/** Prints the answer to a write, for the transaction that stores it: compact, whatever the query says. */
export function printAnswer(
  rendering: Rendering,
  { request, route }: AnsweredRequest,
  plan: Plan,
  result: WriteResult,
): PrintedAnswer {
  const compact = { request: { ...request, pretty: false }, route };
  const { status, headers, body } = renderResponse(rendering, compact, plan, result);
  if (typeof body === 'object' && body !== null) throw new Error('Only an export has a body in pieces.');
  return { status, headers, body };
}

function renderText(
  rendering: Rendering,
  context: ListContext,
  plan: ReadPlan,
  executed: NonNullable<Executed>,
): string {
  if (plan.kind === 'aggregate' && 'groups' in executed)
    return renderGroups(rendering.model, context, plan.page, executed);
  if (plan.kind === 'select' && 'program' in executed)
    return executed.program.isList
      ? renderList(rendering, context, plan, executed)
      : renderOne(rendering.model, executed);
  throw new Error('A read ends with rows or groups.');
}

/** Lists the methods of a path, and what a PATCH may have as its body. */
export function renderOptions(allow: string, { requestId }: CompleteRequest): ApiResponse {
  const patch = allow.includes('PATCH') ? acceptPatch : {};
  return { status: 204, headers: { allow, ...patch, ...buildPlainHeaders(requestId) }, body: null };
}

function renderOne({ limits }: ApiModel, executed: SelectedRows): string {
  if (executed.count === 0) throw new ApiError('not_found');
  return executed.program.printer.print(executed, limits.responseBytes);
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
  const { limits } = rendering.model;
  if (executed.count === 0)
    refusePastEnd(
      page,
      page?.cursors ? describeTotal(plan, executed, limits) : { count: total, isExact: true },
    );
  refuseEmptyList(rendering.model, page, executed);
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
  if (rows.length === 0) refusePastEnd(page, { count: null, isExact: false });
  refuseEmptyList(model, page, { count: rows.length, total });
  if (isCut) throw createResponseTooLarge(responseBytes);
  return renderEnvelope(context, page, total, `[${groups.print(rows, responseBytes)}]`);
}

/** Throws for a page without rows that is not the first. */
function refusePastEnd(page: PageRequest | null, { count, isExact }: ShownTotal): void {
  if (!page?.page || page.page === 1) return;
  const last =
    isExact && count !== null ? `the last page is ${countPages(count, page)}` : 'it is past the last page';
  const detail = `The page is out of range: ${last}.`;
  throw new ApiError('invalid_request', {
    detail,
    faults: [{ parameter: parameterNames.page, code: 'out_of_range', detail }],
  });
}

/** Throws for an empty list where the API answers it as not found. */
function refuseEmptyList(
  { listNotFound }: ApiModel,
  page: PageRequest | null,
  read: Pick<SelectedRows, 'count' | 'total'>,
): void {
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
  const lastPage = countPages(total, { perPage });
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
