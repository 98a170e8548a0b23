// The entity tag of an answer, its Cache-Control, and reads whose client has the answer already.
import type { Executed } from '../execute/execute-plan.js';
import type { EntityTagModel } from '../model/entity-tag-model.js';
import type { Route } from '../model/route-model.js';
import type { AggregatePlan, SelectPlan } from '../plan/plan.js';
import { createMismatchError } from '../plan/precondition-plan.js';
import type { CompleteRequest } from '../request/api-request.js';
import { parsePreconditions } from '../request/preconditions.js';
import { hashAnswer, joinVersion, type TagList } from '../vocabulary/entity-tag.js';
import type { ApiResponse } from './api-response.js';

/** A read whose answer is one text. */
export type ReadPlan = SelectPlan | AggregatePlan;

/** The parts of an answer that its tag identifies. `text` is compact, whether the answer is indented or not. */
interface AnswerParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Computes the tag of an answer with this kind of tags; null where it has none. */
export function computeEntityTag(
  tagging: EntityTagModel | null,
  executed: NonNullable<Executed>,
  { headers, text }: AnswerParts,
): string | null {
  if (!tagging || !('program' in executed)) return null;
  const { program, rows } = executed;
  if (program.isList) return hashAnswer(`${text}\n${headers['x-total-count'] ?? ''}`);
  const hashed = hashAnswer(text);
  if (!tagging.version) return hashed;
  return program.versionOf ? joinVersion(program.versionOf(rows[0] ?? []), hashed) : null;
}

/** How the answer to a read is tagged; null without tags, and for lists whose order differs each time. */
export function findReadTagging(plan: ReadPlan): EntityTagModel | null {
  return plan.kind !== 'select' || isShuffled(plan) ? null : plan.shape.subject.entityTag;
}

function isShuffled({ shape }: SelectPlan): boolean {
  return shape.sort.some(({ sort }) => sort.by === 'random');
}

/** Adds what caches may do with the answer of a read. */
export function addCaching(headers: Record<string, string>, { caching }: Pick<Route, 'caching'>): void {
  if (caching === null) return;
  headers['cache-control'] = caching.cacheControl;
  if (caching.vary !== null) headers.vary = caching.vary;
}

/** Whether the client of a read has the answer with this tag already. Throws `precondition_failed` if it wants another. */
export function isUnchanged(request: CompleteRequest, tag: string): boolean {
  const preconditions = parsePreconditions(request);
  if (!preconditions) return false;
  const { ifMatch, ifNoneMatch } = preconditions;
  if (ifMatch && !isListed(ifMatch, tag)) throw createMismatchError();
  return ifNoneMatch !== null && isListed(ifNoneMatch, tag);
}

function isListed({ isAny, tags }: TagList, tag: string): boolean {
  return isAny || tags.includes(tag);
}

/** The headers of 304 (RFC 9110, 15.4.5). */
const validatorHeaders = ['etag', 'cache-control', 'vary', 'x-request-id'] as const;

/** Renders 304 instead of an answer with these headers. */
export function renderNotModified(headers: Readonly<Record<string, string>>): ApiResponse {
  const kept = validatorHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
