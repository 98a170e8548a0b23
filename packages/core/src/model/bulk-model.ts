// A part of the model: requests that write many rows.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { BulkOperation } from '../vocabulary/operation.js';
import type { FilterModel } from './query-model.js';

/** What clients can do with many rows of an entity in one request. */
export interface BulkModel {
  /** At least one. */
  readonly operations: readonly BulkOperation[];
  /** The filters that select the rows: those of lists, and `eq` and `in` of the id. */
  readonly filters: readonly FilterModel[];
  /** Names of filters; a request that selects rows by filters must have one of them. Empty if none is required. */
  readonly requiredFilters: readonly string[];
  /** The bodies of an update; null where it is not offered. */
  readonly body: BulkBodyModel | null;
}

/** The schemas of the bodies that update many rows. */
export interface BulkBodyModel {
  /** The keys to set in all rows that filters select. */
  readonly many: JsonSchema;
  /** The id of one row and the keys to set in it; null where another member has the name of the id. */
  readonly item: JsonSchema | null;
}
