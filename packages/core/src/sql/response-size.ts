// The maximum size of an answer: `limits.responseBytes`.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { formatQuantity } from '../vocabulary/wording.js';

/** UTF-8 needs at most this many bytes for a code unit of UTF-16. */
const maxBytesPerUnit = 3;

/** Whether a text exceeds a number of bytes in UTF-8. Most texts are so short that they need not be measured. */
export function isOverSize(text: string, maxBytes: number): boolean {
  return text.length * maxBytesPerUnit > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** The error of a list that is too large. It names the limit, and how to stay within it. */
export function createResponseTooLarge(maxBytes: number): ApiError {
  return createTooLarge(maxBytes, 'Ask for fewer rows at once, or for single ones by their ids.');
}

/** The error of one entity that is too large even without its non-unique edges. */
export function createEntityTooLarge(maxBytes: number): ApiError {
  return createTooLarge(maxBytes, 'One entity alone is larger.');
}

/** The limit of the answers to writes. */
export interface WriteLimit {
  readonly maxBytes: number;
  /** Clients can ask for an answer without content: the option `returnMinimal`. */
  readonly takesMinimal: boolean;
}

/** The error of a write whose answer is too large, or that needs as much at once. Its transaction is rolled back. */
export function createWriteTooLarge({ maxBytes, takesMinimal }: WriteLimit): ApiError {
  const remedy = takesMinimal
    ? "Send 'Prefer: return=minimal' for an answer without content, or write fewer rows at once."
    : 'Write fewer rows at once.';
  return createTooLarge(maxBytes, `Nothing was written. ${remedy}`);
}

/** The error of a write that must know more rows at once than an answer may have bytes. */
export function createRowsTooLarge(): ApiError {
  return new ApiError('response_too_large', {
    detail:
      'The request concerns more rows than it may hold in memory (limits.responseBytes). Nothing was written.',
  });
}

function createTooLarge(maxBytes: number, remedy: string): ApiError {
  const detail = `The answer would have more than ${formatQuantity(maxBytes, 'byte')} (limits.responseBytes). ${remedy}`;
  return new ApiError('response_too_large', { detail });
}

/** In characters. A page of texts up to this length is small. */
const maxShortLength = 4_096;

const unboundedKinds: Readonly<Record<FieldKind, boolean>> = {
  integer: false,
  bigint: false,
  float: false,
  decimal: false,
  boolean: false,
  string: true,
  uuid: false,
  enum: false,
  date: false,
  time: false,
  datetime: false,
  json: true,
  bytes: true,
  array: true,
};

/** Whether rows of an entity may be so long that a page of them exceeds the size of an answer. */
export function hasLongValues({ fields }: EntityModel): boolean {
  return fields.some((field) => field.readable && isLong(field));
}

/** Whether a value of the field may be long. */
export function isLong({ columnKind, schema }: FieldModel): boolean {
  return (
    unboundedKinds[columnKind] &&
    !(typeof schema.maxLength === 'number' && schema.maxLength <= maxShortLength)
  );
}

/** In bytes: a value other than text (a number, date or id), with the punctuation of its member. */
const usualValueBytes = 40;

/**
 * Estimates the size of an entity and its embedded entities as JSON, in bytes, if none of its values is long. Databases may
 * exceed declared lengths, and JSON has escapes, so answers are measured nevertheless.
 */
export function estimateBytes(entity: EntityModel, targetOf: (edge: EdgeModel) => EntityModel): number {
  const embedded = entity.edges
    .filter((edge) => edge.eager)
    .map(
      (edge) =>
        (edge.unique ? 1 : edge.eagerLimit === -1 ? Infinity : edge.eagerLimit) *
        estimateOwnBytes(targetOf(edge)),
    );
  return embedded.reduce((sum, bytes) => sum + bytes, estimateOwnBytes(entity));
}

function estimateOwnBytes({ fields }: EntityModel): number {
  return fields.filter(({ readable }) => readable).reduce((sum, field) => sum + estimateFieldBytes(field), 0);
}

function estimateFieldBytes({ name, kind, schema }: FieldModel): number {
  const length = typeof schema.maxLength === 'number' ? schema.maxLength : Infinity;
  return name.length + (unboundedKinds[kind] ? length : usualValueBytes);
}
