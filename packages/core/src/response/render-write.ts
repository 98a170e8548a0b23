// The answers to writes that end with an entity: the entity as it is now, or nothing where the client prefers that.
import type { Executed } from '../execute/execute-plan.js';
import type { SelectedRows } from '../execute/read-rows.js';
import type { UnreadRow } from '../execute/unread-row.js';
import { formatId } from '../plan/id-value.js';
import type { CreatePlan, RestorePlan, UpdatePlan } from '../plan/writes.js';
import type { CompleteRequest } from '../request/api-request.js';
import { indentJson } from '../request/exact-number.js';
import { formatEntityTag } from '../vocabulary/entity-tag.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';
import { computeEntityTag } from './conditional-answer.js';
import { buildUrlReference } from './url-reference.js';

/** Renders the row that a write ended with. */
export function renderWrite(
  request: CompleteRequest,
  plan: CreatePlan | UpdatePlan | RestorePlan,
  executed: Executed,
  maxBytes: number,
): ApiResponse {
  const written = requireRow(executed);
  const { requestId, pretty } = request;
  const isMinimal = 'id' in written || plan.returns === 'minimal';
  const headers = isMinimal ? buildPlainHeaders(requestId) : buildJsonHeaders('json', requestId);
  if (plan.kind === 'create') headers.location = buildLocation(request, plan, written);
  if (plan.returns) headers['preference-applied'] = `return=${plan.returns}`;
  if ('id' in written) return { status: 204, headers, body: null };
  const text = printWritten(written);
  const tag = computeEntityTag(plan.entityTag, written, { headers, text });
  if (tag !== null) headers.etag = formatEntityTag(tag);
  if (isMinimal) return { status: 204, headers, body: null };
  return {
    status: plan.kind === 'create' ? 201 : 200,
    headers,
    body: pretty ? indentJson(text, maxBytes) : text,
  };
}

/** Prints a written row. */
function printWritten(written: SelectedRows | UnreadRow): string {
  if ('id' in written) throw new Error('A row that is shown was read.');
  return written.text ?? written.program.printer.print(written, Infinity);
}

function requireRow(executed: Executed): SelectedRows | UnreadRow {
  if (executed && ('id' in executed || 'count' in executed)) return executed;
  throw new Error('A write ends with a row.');
}

/**
 * Where a created entity is: in the collection of its class, also under an edge. A comma is one of a path's own signs (RFC 3986,
 * 3.3).
 */
function buildLocation(
  request: CompleteRequest,
  { entity: { key }, parent }: CreatePlan,
  written: SelectedRows | UnreadRow,
): string {
  const text = 'id' in written ? formatId(written.id) : written.program.idOf(written.rows[0] ?? []);
  const id = encodeURIComponent(text);
  const collection = parent ? { ...request, path: `/${parent.collection}` } : request;
  return buildUrlReference(collection, `/${key.length > 1 ? id.replaceAll('%2C', ',') : id}`);
}
