// The policy scope of a request as plain data: a structure to compile, identified by `key`, and values to bind. Values must
// fit their columns: databases coerce types, so that a value of another kind could match other rows.
import type { DiscriminatorModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import type { JoinModel } from '../model/join-model.js';
import type { PolicyTable, PolicyColumn } from '../model/resolve/policy-model.js';
import type { FieldKind } from '../vocabulary/field-kind.js';

/** The rows that policies let one request access. */
export interface PolicyScope {
  /** Identifies the structure of all conditions. Contains no value of a request, so that the number of keys is finite. */
  readonly key: string;
  /** The test of each restricted entity's rows, by entity name. An entity without a test is unrestricted. */
  readonly tests: ReadonlyMap<string, RowTest>;
  /** Bound in the slots of the tests. */
  readonly values: readonly unknown[];
}

/** A column that a test compares. */
export type TestedColumn = Pick<FieldModel, 'column' | 'codec' | 'columnKind' | 'spelling'>;

/** A relation that a test follows, from a row of one table to rows of another. */
export interface TestedEdge {
  readonly join: JoinModel;
  readonly from: PolicyTable;
  readonly to: PolicyTable;
}

/** A test of one row. */
export type RowTest =
  | { readonly test: 'none' }
  | { readonly test: 'all of' | 'any of'; readonly tests: readonly RowTest[] }
  /** The value, or the list of values, in the slot. */
  | { readonly test: 'equal' | 'among'; readonly column: TestedColumn; readonly slot: number }
  | { readonly test: 'null' | 'not null'; readonly column: string }
  /** The row is of none of these kinds. */
  | { readonly test: 'other kind'; readonly classes: DiscriminatorModel }
  /** At least one related row passes `where`; null means that any related row passes. */
  | { readonly test: 'related'; readonly edge: TestedEdge; readonly where: RowTest | null }
  | { readonly test: 'unrelated'; readonly edge: TestedEdge }
  /** The join table links the row to the id, or to one of the ids, in the slot. */
  | {
      readonly test: 'linked';
      readonly edge: TestedEdge;
      readonly column: TestedColumn;
      readonly by: 'equal' | 'among';
      readonly slot: number;
    };

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
