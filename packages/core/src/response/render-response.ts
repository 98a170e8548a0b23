// Rows -> JSON text, envelope, status and headers.
import { ApiError } from '../errors.js';
import type { GroupedRows } from '../execute/read-groups.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { ApiModel, EntityModel } from '../model/api-model.js';
import type { PageRequest, Plan } from '../plan/plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { formatJson } from '../request/exact-number.js';
import { parseQuery } from '../request/query-string.js';
import { createResponseTooLarge } from '../sql/response-size.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';

/** Renders the result of a plan. Throws `not_found` and `invalid_request` for missing rows and pages. */
export function renderResponse(
  model: ApiModel,
  request: CompleteRequest,
  plan: Plan,
  executed: SelectedRows | GroupedRows | null,
): ApiResponse {
  if (!executed) return { status: 204, headers: buildPlainHeaders(request.requestId), body: null };
  const headers = buildJsonHeaders('json', request.requestId);
  const text = renderText(model, { request, headers }, plan, executed);
  return {
    status: plan.kind === 'create' ? 201 : 200,
    headers,
    body: request.pretty ? formatJson(text, 2) : text,
  };
}

function renderText(
  model: ApiModel,
  context: ListContext,
  plan: Plan,
  executed: SelectedRows | GroupedRows,
): string {
  if ('groups' in executed) {
    if (plan.kind !== 'aggregate') throw new Error('Only an aggregate reads groups.');
    return renderGroups(model, context, plan.page, executed);
  }
  if (plan.kind === 'select' && executed.program.isList)
    return renderList(model, context, plan.page, executed);
  if (plan.kind === 'create')
    context.headers.location = buildLocation(context.request, plan.entity, executed);
  return renderOne(plan, model, executed);
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
  model: ApiModel,
  context: ListContext,
  page: PageRequest | null,
  executed: SelectedRows,
): string {
  const { program, count, total } = executed;
  requirePage(model, page, { count, total });
  const content = `[${program.printer.print(executed, model.limits.responseBytes)}]`;
  return renderEnvelope(context, page, total, content);
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
  { count, total }: { readonly count: number; readonly total: number },
): void {
  if (page && page.page > 1 && count === 0) throw createPastTheEndError();
  if (listNotFound && total === 0) throw new ApiError('not_found', { detail: 'The list is empty.' });
}

function renderEnvelope(
  { request, headers }: ListContext,
  page: PageRequest | null,
  total: number,
  content: string,
): string {
  headers['x-total-count'] = String(total);
  if (!page) return content;
  const lastPage = Math.max(1, Math.ceil(total / page.perPage));
  const links = renderPageLinks(request, page, lastPage);
  if (links !== undefined) headers.link = links;
  return `{"page":${page.page},"total_count":${total},"last_page":${lastPage},"is_last_page":${page.page === lastPage},"content":${content}}`;
}

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

/**
 * Maximum size of the header in bytes. Each link repeats the query, and receivers limit the total size of headers: Node's
 * client to 16 KiB, many proxies to 8 KiB.
 */
const maxLinkBytes = 4096;
const separator = ', ';

type Relation = 'first' | 'prev' | 'next' | 'last';

/** The relations in order of importance to a client that walks through the pages. */
const relationsByImportance: readonly Relation[] = ['next', 'prev', 'first', 'last'];

/**
 * The value of `Link`: the first, previous, next and last page, as many as fit. Keeps the rest of the query as it was sent.
 * Undefined when not even one link fits.
 */
function renderPageLinks(
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
  if (all.length <= maxLinkBytes) return all;
  const [least] = [...links].sort(
    ([a], [b]) => relationsByImportance.indexOf(b) - relationsByImportance.indexOf(a),
  );
  return links.length === 1 ? undefined : dropToFit(links.filter((link) => link !== least));
}

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
function buildUrlReference({ base = '', path }: CompleteRequest, more: string): string {
  const reference = `${base}${path}${more}`;
  return referencePattern.test(reference) ? reference : reference.replace(notInReference, escapeCharacter);
}

/** The characters allowed in a path or a query. Most references have no others. */
const referencePattern = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/;
const notInReference = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/gu;

function escapeCharacter(char: string): string {
  return /\p{Surrogate}/u.test(char) ? '%EF%BF%BD' : encodeURIComponent(char);
}
