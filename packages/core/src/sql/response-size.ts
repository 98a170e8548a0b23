// How much text an answer may have: `limits.responseBytes`.
import { ApiError } from '../errors.js';
import type { EdgeModel, EntityModel, FieldModel } from '../model/api-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';
import { quantityOf } from '../vocabulary/quantity.js';

/** UTF-8 takes at most so many bytes for a code unit of UTF-16. */
const maxBytesPerUnit = 3;

/** Whether a text has more bytes than that in UTF-8. Most are so short that they need not be measured. */
export function exceeds(text: string, maxBytes: number): boolean {
  return text.length * maxBytesPerUnit > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** A list that is too large: names the limit, and how to stay within it. */
export function responseTooLarge(maxBytes: number): ApiError {
  return tooLarge(maxBytes, 'Ask for fewer rows at once, or for single ones by their ids.');
}

/** One entity that is too large, even without its non-unique edges. */
export function entityTooLarge(maxBytes: number): ApiError {
  return tooLarge(maxBytes, 'One entity alone is larger.');
}

function tooLarge(maxBytes: number, remedy: string): ApiError {
  const detail = `The answer would have more than ${quantityOf(maxBytes, 'byte')} (limits.responseBytes). ${remedy}`;
  return new ApiError('response_too_large', { detail });
}

/** Texts up to this length are as good as numbers: a page of them is small. In characters. */
const maxShortLength = 4_096;

const unbounded: Readonly<Record<FieldKind, boolean>> = {
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

/** Whether one row of an entity may hold so much that a page of them is too large for an answer. */
export function holdsLongValues({ fields }: EntityModel): boolean {
  return fields.some((field) => field.readable && isLong(field));
}

/** Whether a value of the field may be long. */
export function isLong({ columnKind, schema }: FieldModel): boolean {
  return (
    unbounded[columnKind] && !(typeof schema.maxLength === 'number' && schema.maxLength <= maxShortLength)
  );
}

/** What a value takes that is no text: a number, a date, an id; and the name of a field with its signs. In bytes. */
const usualValueBytes = 40;

/**
 * About how many bytes an entity has as JSON, with its embedded entities, where none of its values is long. Databases need
 * not keep to the lengths that columns declare, and JSON has escapes: an answer is measured all the same.
 */
export function usualBytes(entity: EntityModel, targetOf: (edge: EdgeModel) => EntityModel): number {
  const embedded = entity.edges
    .filter((edge) => edge.eager)
    .map(
      (edge) =>
        (edge.unique ? 1 : edge.eagerLimit === -1 ? Infinity : edge.eagerLimit) * ownBytes(targetOf(edge)),
    );
  return embedded.reduce((sum, bytes) => sum + bytes, ownBytes(entity));
}

function ownBytes({ fields }: EntityModel): number {
  return fields.filter(({ readable }) => readable).reduce((sum, field) => sum + fieldBytes(field), 0);
}

function fieldBytes({ name, kind, schema }: FieldModel): number {
  const length = typeof schema.maxLength === 'number' ? schema.maxLength : Infinity;
  return name.length + (unbounded[kind] ? length : usualValueBytes);
}
