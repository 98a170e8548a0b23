// The terms of a read: filters in use, the condition they form, and keys of an order.
import type { EdgeModel } from '../model/member-model.js';
import type { FilterModel, SortModel } from '../model/query-model.js';

/** One filter in use. Its targets take the values from `slot` on, one each, unless its test is a flag. */
export interface FilterTerm {
  readonly filter: FilterModel;
  readonly slot: number;
  /** How many words each value has, if the test is `words`; otherwise 1. */
  readonly words: number;
  /** A flag that was `false`: is not NULL, does not exist. */
  readonly negated: boolean;
}

/**
 * A condition on a row, in its normal form: conditions of one meaning have one form. It is two-valued: a comparison with NULL
 * is false, and `not` holds for all other rows.
 */
export type Condition =
  /** All filters hold; those on fields across one edge for one and the same related row. At least one. */
  | { readonly is: 'filters'; readonly terms: readonly FilterTerm[] }
  /** At least two. */
  | { readonly is: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  /** The edge leads to some row that meets the condition. */
  | { readonly is: 'some'; readonly edge: EdgeModel; readonly of: Condition };

/** One key of an order. An id of several columns is a term for each. */
export interface SortTerm {
  readonly sort: Exclude<SortModel, { readonly by: 'key' }>;
  readonly descending: boolean;
}
