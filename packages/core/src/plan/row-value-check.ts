// Whether a value of a policy can be compared with a column. Databases coerce types: a value of another kind could match
// rows that it must not match.
import type { PolicyColumn } from '../model/policy-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

type Fit = (value: unknown) => boolean;

const text: Fit = (value) => typeof value === 'string';
const integer: Fit = (value) => Number.isSafeInteger(value);
const number: Fit = (value) => Number.isFinite(value);
const boolean: Fit = (value) => typeof value === 'boolean';
const spelled =
  (pattern: RegExp): Fit =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const either =
  (...fits: readonly Fit[]): Fit =>
  (value) =>
    fits.some((fit) => fit(value));
const scalar = either(text, number, boolean, (value) => typeof value === 'bigint');

/** The values that fit each kind of column; null for kinds that policies cannot compare. */
const fits: Readonly<Record<FieldKind, Fit | null>> = {
  integer,
  bigint: either(integer, (value) => typeof value === 'bigint', spelled(/^-?[0-9]{1,19}$/)),
  float: number,
  decimal: either(number, spelled(/^-?[0-9]+(\.[0-9]+)?$/)),
  boolean,
  string: text,
  uuid: spelled(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  enum: either(text, number),
  date: spelled(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  time: spelled(/^[0-9]{2}:[0-9]{2}:[0-9]{2}/),
  datetime: null,
  json: null,
  bytes: null,
  array: null,
};

/** A column with a transformer accepts any scalar: only its author knows what it stores. */
export function rowValueFits({ columnKind, codec, values }: PolicyColumn, value: unknown): boolean {
  if (columnKind === null) return false;
  const fit = codec.transformed ? scalar : fits[columnKind];
  return fit !== null && fit(value) && (values === null || values.some((known) => known === value));
}
