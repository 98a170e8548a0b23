// Plans: what a request asks for, as plain data. A shape (finite, its key names it) and the values to bind.
import type { GroupKeyModel, HavingModel, MeasureModel } from '../model/aggregate-model.js';
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { CountMode } from '../options.js';
import type { Condition, FilterTerm, SortTerm } from './terms.js';
import type { View } from './view.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import type { ExportFormat } from '../vocabulary/export-format.js';

/** Rows to read. `values` are those of the source first, then of the filters, the view, the position, then limit and offset. */
export interface SelectPlan {
  readonly kind: 'select';
  readonly shape: SelectShape;
  readonly values: readonly unknown[];
  /** The page asked for; null where the answer has no pages. */
  readonly page: PageRequest | null;
}

/** A page and how many rows it holds. */
export interface PageRequest {
  /** Its number, from 1; null if the request uses a cursor. */
  readonly page: number | null;
  readonly perPage: number;
  /** For lists with count modes or cursors; null for others. */
  readonly cursors: CursorBinding | null;
}

/** What the cursors of a list are bound to. */
interface CursorBinding {
  /** Null if its order has no cursors. */
  readonly boundTo: string | null;
}

/** A whole list to write as a file, batch after batch. */
export interface ExportPlan {
  readonly kind: 'export';
  readonly style: ExportStyle;
  /** The first batch. */
  readonly list: SelectPlan;
  /** Counts the rows up to one more than the limit; null without a limit. */
  readonly count: { readonly list: SelectPlan; readonly limit: number } | null;
}

/** How an export is written. `quotesFormulas` puts a `'` before texts that start like a formula. */
export interface ExportStyle {
  readonly format: ExportFormat;
  readonly quotesFormulas: boolean;
}

/** Everything of a read that decides its SQL. */
export interface SelectShape {
  readonly key: string;
  /**
   * Whether its program is cached from the first use, or from the second, so that single-use shapes do not evict others:
   * clients can create practically any number of these.
   */
  readonly keptFrom: 'first use' | 'second use';
  /** The entity whose rows answer. */
  readonly subject: EntityModel;
  readonly source: SelectSource;
  /** Whether rows of the subject with a delete date are found. Rows of edges never are. */
  readonly deleted: DeletedRows;
  readonly filters: readonly FilterTerm[];
  /** How the filters are joined. */
  readonly junction: 'and' | 'or';
  /** The condition of `where`, in addition to the filters; null without one. */
  readonly where: Condition | null;
  readonly sort: readonly SortTerm[];
  readonly window: SelectWindow;
  /** How a list is counted. The maximum of `limited` is in the slot after those of the window. */
  readonly count: CountMode;
  /** Where the page starts; null for lists that are read without positions. */
  readonly position: Position | null;
  /** The slot of a list of ids: only rows with one of them are found. Absent for all. */
  readonly idsSlot?: number;
  /** The selected fields and edges; null for all fields and the eager-loaded edges. */
  readonly view: View | null;
}

/** A position in the order of a list: its start, or a row and the side of it that is read. */
export interface Position {
  readonly side: 'start' | 'after' | 'before';
  /** The place of the row: one for each sort term. Empty at the start. */
  readonly terms: readonly PositionTerm[];
}

/** The value of a sort term at a position: in a slot, NULL, or that of the row with the key of the position. */
export type PositionTerm =
  { readonly kind: 'value'; readonly slot: number } | { readonly kind: 'null' } | { readonly kind: 'row' };

/** How many of the rows: one; a page (limit and offset in two slots); a list capped by a limit; or all of them. */
export type SelectWindow =
  | { readonly kind: 'one' }
  | { readonly kind: 'page'; readonly limitSlot: number; readonly offsetSlot: number }
  | { readonly kind: 'capped'; readonly limitSlot: number }
  | { readonly kind: 'all' };

/**
 * Which rows a read starts from. `id` takes a value per key column, `ids` a list of ids, `edge` the id of the parent. `inserted` is
 * the row that the same transaction has just inserted. `writtenBy`: only rows of classes that the operation may write.
 */
export type SelectSource =
  | { readonly from: 'all'; readonly writtenBy?: 'update' | 'delete' }
  | { readonly from: 'id' }
  | { readonly from: 'ids' }
  | { readonly from: 'inserted' }
  | { readonly from: 'edge'; readonly parent: EntityModel; readonly edge: EdgeModel };

/**
 * Rows to group, and what to measure of each group. `values` are those of the rows first, then those of the conditions on
 * groups, then limit and offset.
 */
export interface AggregatePlan {
  readonly kind: 'aggregate';
  readonly shape: AggregateShape;
  readonly values: readonly unknown[];
  /** The page of groups. */
  readonly page: PageRequest;
}

/** Everything of an aggregate that decides its SQL. */
export interface AggregateShape extends Pick<SelectShape, 'key' | 'keptFrom'> {
  /** The rows that are grouped: all of a list, in no order. */
  readonly rows: SelectShape;
  /** In the order of the answer. Without keys, all rows are one group. */
  readonly keys: readonly GroupKeyModel[];
  readonly measures: readonly MeasureModel[];
  readonly having: readonly HavingTerm[];
  readonly sort: readonly GroupSortTerm[];
  readonly window: Extract<SelectWindow, { readonly kind: 'page' }>;
}

/** A condition on groups, and the slot of its value. */
export interface HavingTerm {
  readonly having: HavingModel;
  readonly slot: number;
}

/** One term of the order of groups: a key or a measure of the shape, by its position there. */
export interface GroupSortTerm {
  readonly by: 'key' | 'measure';
  readonly at: number;
  readonly descending: boolean;
}
