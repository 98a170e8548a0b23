// What If-Match and If-None-Match require of a write.
import { ApiError } from '../errors.js';
import type { FieldModel } from '../model/member-model.js';
import { changesOneRow, type Route } from '../model/route-model.js';
import type { CompleteRequest } from '../request/api-request.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { parsePreconditions } from '../request/preconditions.js';
import { splitVersion, type TagList } from '../vocabulary/entity-tag.js';
import { parseValue } from './parse-value.js';
import type { ExpectedStates, WritePrecondition } from './writes.js';
import { getByIdShape } from './one-shape.js';

/**
 * Checks the conditions of a write as far as its headers alone decide. Throws `precondition_required`, and
 * `precondition_failed` for tags where there is no row that they could match.
 */
export function checkWriteConditions({ kind, method, entity }: Route, request: CompleteRequest): void {
  if (method === 'GET') return;
  const isOfOneRow = changesOneRow[kind];
  if (request.headers['if-match'] === undefined) {
    if (isOfOneRow && entity.requiresIfMatch) throw createRequiredError();
  } else if (!isOfOneRow && !parsePreconditions(request)?.ifMatch?.isAny) throw createMismatchError();
}

function createRequiredError(): ApiError {
  return new ApiError('precondition_required', {
    detail: "The header 'If-Match' is missing. Send the entity tag of the last read.",
  });
}

/** The error of a row in another state. */
export function createMismatchError(): ApiError {
  return new ApiError('precondition_failed', {
    detail: 'The entity has changed since, or the entity tag is not one of it. Read it again.',
  });
}

/** The requirements on the row of an update or delete; null without any. Tags are those of the entity that the path names. */
export function planPrecondition({ preconditions, addressed }: ParsedRequest): WritePrecondition | null {
  if (!preconditions) return null;
  const { ifMatch, ifNoneMatch } = preconditions;
  if (ifNoneMatch?.isAny) return impossible;
  const { entityTag } = addressed;
  const version = entityTag?.version;
  const toStates = ({ tags }: TagList) =>
    version ? findVersions(tags, version) : entityTag ? [...new Set(tags)] : [];
  const oneOf = ifMatch && !ifMatch.isAny ? toStates(ifMatch) : null;
  if (oneOf?.length === 0) return impossible;
  const noneOf = ifNoneMatch ? toStates(ifNoneMatch) : [];
  if (!oneOf && noneOf.length === 0) return null;
  return version
    ? { kind: 'version', field: version, oneOf, noneOf }
    : { kind: 'answer', shape: getByIdShape(addressed), oneOf, noneOf };
}

const impossible: WritePrecondition = Object.freeze({ kind: 'never' });

/** The versions that tags name, each once. A text that is no version matches nothing. */
function findVersions(tags: readonly string[], field: FieldModel): readonly unknown[] {
  const parsed = tags.map((tag) => parseValue(splitVersion(tag), field));
  return [...new Set(parsed.flatMap((version) => (version.ok ? [version.value] : [])))];
}

/** The only version that a write may find, where it requires nothing else; undefined for other requirements. */
export function getOnlyVersion(precondition: WritePrecondition): RequiredVersion | undefined {
  if (precondition.kind !== 'version' || precondition.noneOf.length > 0) return undefined;
  const { field, oneOf } = precondition;
  return oneOf?.length === 1 ? { field, version: oneOf[0] } : undefined;
}

/** A version that a statement requires of its row. */
interface RequiredVersion {
  readonly field: FieldModel;
  readonly version: unknown;
}

/** Whether a state is one that a write requires. */
export function isExpectedState({ oneOf, noneOf }: ExpectedStates, state: string): boolean {
  const isState = (one: unknown) => String(one) === state;
  return (oneOf === null || oneOf.some(isState)) && !noneOf.some(isState);
}
