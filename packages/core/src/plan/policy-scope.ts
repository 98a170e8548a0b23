// The policy scope of a request as plain data: a structure to compile, identified by `key`, and values to bind.
import type { PolicyTable } from '../model/resolve/policy-model.js';
import type { FieldModel } from '../model/api-model.js';
import type { JoinModel } from '../model/join-model.js';

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
export type TestedColumn = Pick<FieldModel, 'column' | 'codec' | 'columnKind'>;

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
  | { readonly test: 'other kind'; readonly column: string; readonly values: readonly string[] }
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
