// The answers to writes of many rows: the new entities, or how many are affected; nothing where the client prefers that.
import type { Executed } from '../execute/execute-plan.js';
import type { BulkPlan } from '../plan/writes.js';
import type { CompleteRequest } from '../request/api-request.js';
import { indentJson } from '../request/exact-number.js';
import { buildJsonHeaders, buildPlainHeaders, type ApiResponse } from './api-response.js';

/** Renders the rows that a write ended with, or their number. */
export function renderBulk(
  { requestId, pretty }: CompleteRequest,
  { kind, returns }: BulkPlan,
  executed: Executed,
  maxBytes: number,
): ApiResponse {
  const preference: Record<string, string> = returns ? { 'preference-applied': `return=${returns}` } : {};
  if (returns === 'minimal')
    return { status: 204, headers: { ...buildPlainHeaders(requestId), ...preference }, body: null };
  const text = printBulk(executed);
  return {
    status: kind === 'bulk-create' ? 201 : 200,
    headers: { ...buildJsonHeaders('json', requestId), ...preference },
    body: pretty ? indentJson(text, maxBytes) : text,
  };
}

function printBulk(executed: Executed): string {
  if (executed && 'affected' in executed) return `{"affected":${executed.affected}}`;
  if (executed && 'written' in executed) return `[${executed.written.join()}]`;
  throw new Error('A write of many rows ends with them or their number.');
}
