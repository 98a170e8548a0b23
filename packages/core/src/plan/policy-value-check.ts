// Whether a value of a policy can be compared with a column. Databases coerce types: a value of another kind could match
// rows that it must not match.
import type { PolicyColumn } from '../model/resolve/policy-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

type Fit = (value: unknown) => boolean;

const isText: Fit = (value) => typeof value === 'string';
const isInteger: Fit = (value) => Number.isSafeInteger(value);
const isFiniteNumber: Fit = (value) => Number.isFinite(value);
const isBoolean: Fit = (value) => typeof value === 'boolean';
const createPatternFit =
  (pattern: RegExp): Fit =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const combineFits =
  (...fits: readonly Fit[]): Fit =>
  (value) =>
    fits.some((fit) => fit(value));
const isScalar = combineFits(isText, isFiniteNumber, isBoolean, (value) => typeof value === 'bigint');

/** The values that fit each kind of column; null for kinds that policies cannot compare. */
const fits: Readonly<Record<FieldKind, Fit | null>> = {
  integer: isInteger,
  bigint: combineFits(isInteger, (value) => typeof value === 'bigint', createPatternFit(/^-?[0-9]{1,19}$/)),
  float: isFiniteNumber,
  decimal: combineFits(isFiniteNumber, createPatternFit(/^-?[0-9]+(\.[0-9]+)?$/)),
  boolean: isBoolean,
  string: isText,
  uuid: createPatternFit(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  enum: combineFits(isText, isFiniteNumber),
  date: createPatternFit(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  time: createPatternFit(/^[0-9]{2}:[0-9]{2}:[0-9]{2}/),
  datetime: null,
  json: null,
  bytes: null,
  array: null,
};

/** A column with a transformer accepts any scalar: only its author knows what it stores. */
export function isComparable({ columnKind, codec, values }: PolicyColumn, value: unknown): boolean {
  if (columnKind === null) return false;
  const fit = codec.transformed ? isScalar : fits[columnKind];
  return fit !== null && fit(value) && (values === null || values.some((known) => known === value));
}
