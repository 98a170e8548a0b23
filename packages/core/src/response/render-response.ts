// Rows -> JSON text, envelope, status and headers.
import { ApiError } from '../errors.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { PageRequest, Plan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';
import { renderPageLinks, buildUrlReference } from './links.js';
import { formatJson } from '../request/exact-number.js';

/** Renders the result of a plan. Throws `not_found` and `invalid_request` for missing rows and pages. */
export function renderResponse(
  model: ApiModel,
  request: CompleteRequest,
  plan: Plan,
  executed: SelectedRows | null,
): ApiResponse {
  if (!executed) return { status: 204, headers: buildPlainHeaders(request.requestId), body: null };
  const headers = buildJsonHeaders('json', request.requestId);
  const text =
    plan.kind === 'select' && executed.program.isList
      ? renderList(model, request, plan.page, executed, headers)
      : renderOne(plan, model, executed);
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

function renderList(
  { listNotFound, limits }: ApiModel,
  request: CompleteRequest,
  page: PageRequest | null,
  executed: SelectedRows,
  headers: Record<string, string>,
): string {
  const { program, count, total } = executed;
  if (page && page.page > 1 && count === 0) throw createPastTheEndError();
  if (listNotFound && total === 0) throw new ApiError('not_found', { detail: 'The list is empty.' });
  const content = `[${program.printer.print(executed, limits.responseBytes)}]`;
  headers['x-total-count'] = String(total);
  return page ? renderEnvelope(request, page, total, content, headers) : content;
}

function createPastTheEndError(): ApiError {
  const detail = 'The page is out of range: it is past the last page.';
  return new ApiError('invalid_request', {
    detail,
    faults: [{ parameter: parameterNames.page, code: 'out_of_range', detail }],
  });
}

function renderEnvelope(
  request: CompleteRequest,
  page: PageRequest,
  total: number,
  content: string,
  headers: Record<string, string>,
): string {
  const lastPage = Math.max(1, Math.ceil(total / page.perPage));
  const links = renderPageLinks(request, page, lastPage);
  if (links !== undefined) headers.link = links;
  return `{"page":${page.page},"total_count":${total},"last_page":${lastPage},"is_last_page":${page.page === lastPage},"content":${content}}`;
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
