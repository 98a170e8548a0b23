// What the policies let a request reach, as plain data: a structure to compile, which `key` names, and values to bind.
import type { PolicyTable } from '../model/policy-model.js';
import type { FieldModel } from '../model/api-model.js';
import type { JoinModel } from '../model/join-model.js';

/** The rows there are for one request. */
export interface Reach {
  /** Names the structure of all conditions. Finite: it holds no value of a request. */
  readonly key: string;
  /** The test of an entity's rows; undefined when all of them are within reach. */
  readonly tests: ReadonlyMap<string, RowTest>;
  /** Bound in the slots of the tests. */
  readonly values: readonly unknown[];
}

/** A column as a test compares it. */
export type TestedColumn = Pick<FieldModel, 'column' | 'codec' | 'columnKind'>;

/** A relation as a test follows it, from a row of one table to rows of another. */
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
  /** Some related row passes; null: any related row will do. */
  | { readonly test: 'related'; readonly edge: TestedEdge; readonly where: RowTest | null }
  | { readonly test: 'unrelated'; readonly edge: TestedEdge }
  /** The join table links the row to one with the id, or one of the ids, in the slot. */
  | {
      readonly test: 'linked';
      readonly edge: TestedEdge;
      readonly column: TestedColumn;
      readonly by: 'equal' | 'among';
      readonly slot: number;
    };
