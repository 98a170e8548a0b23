// Plans: what a request asks for, as plain data. A shape (finite, its key names it) and the values to bind.
import type { GroupKeyModel, HavingModel, MeasureModel } from '../model/aggregate-model.js';
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { CountMode } from '../options.js';
import type { FilterModel, SortModel } from '../model/query-model.js';
import type { StoredColumn } from '../model/stored-column.js';
import type { ExportFormat } from '../vocabulary/export-format.js';

/** What to do, one variant per kind of work. */
export type Plan = SelectPlan | ExportPlan | AggregatePlan | CreatePlan | UpdatePlan | DeletePlan;

/** Rows to read. `values` are those of the source first, then of the filters, then limit and offset, then of the view. */
export interface SelectPlan {
  readonly kind: 'select';
  readonly shape: SelectShape;
  readonly values: readonly unknown[];
  /** The page asked for; null where the answer has no pages. */
  readonly page: PageRequest | null;
}

/** A page and how many rows it holds. */
export interface PageRequest {
  /** Its number, from 1; null where the client follows a cursor. */
  readonly page: number | null;
  readonly perPage: number;
  /** For lists whose client may choose the count or follow cursors; null for others. */
  readonly walk: WalkRequest | null;
}

/** A list that is walked. */
export interface WalkRequest {
  /** What its cursors are bound to; null where its order has no cursors. */
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

/** How an export is written. `quotesFormulas`: texts that begin like a formula have a quote before them. */
export interface ExportStyle {
  readonly format: ExportFormat;
  readonly quotesFormulas: boolean;
}

/** Everything of a read that decides its SQL. */
export interface SelectShape {
  readonly key: string;
  /**
   * When its program is kept: from the first use; or from the second, if a client can make practically any number of such
   * shapes, so that shapes used once evict nothing.
   */
  readonly keptFrom: 'first use' | 'second use';
  /** The entity whose rows answer. */
  readonly subject: EntityModel;
  readonly source: SelectSource;
  readonly filters: readonly FilterTerm[];
  /** How the filters are joined. */
  readonly junction: 'and' | 'or';
  /** What must hold besides the filters; null if nothing. */
  readonly where: Condition | null;
  readonly sort: readonly SortTerm[];
  readonly window: SelectWindow;
  /** How a list is counted. The maximum of `limited` is in the slot after those of the window. */
  readonly count: CountMode;
  /** Where the page begins; null for lists whose rows are read without their positions. */
  readonly position: Position | null;
  /** What is shown of the rows; null for all fields and the eager edges. */
  readonly view: View | null;
}

/** What is shown of an entity. */
export interface View {
  /** Null for all. */
  readonly fields: FieldChoice | null;
  /** In declared order. */
  readonly edges: readonly EdgeView[];
}

/** Fields to show. */
export interface FieldChoice {
  /** The keys of the entity's JSON, with those that are always shown: of its id, and of its discriminator. */
  readonly names: ReadonlySet<string>;
  /** Identifies the choice: a part of the key of a shape. */
  readonly key: string;
}

/** An edge that is shown, and what is shown of the entities it leads to. */
export interface EdgeView {
  readonly edge: EdgeModel;
  /** Position among the edges of the entity; part of the key of a shape. */
  readonly ordinal: number;
  /** Why it is shown: `include` names it; it is eager and `include` is absent; it is eager and not includable. */
  readonly shownAs: 'named' | 'default' | 'fixed';
  readonly view: View;
  /** Which rows of a non-unique edge; null for a unique one. */
  readonly rows: RelatedRows | null;
}

/** The rows that a non-unique edge shows. */
export interface RelatedRows {
  /** Null for the default sort of the target. */
  readonly sort: readonly SortTerm[] | null;
  /** How many for each parent: a constant (-1: all), or the value in a slot of the plan. */
  readonly limit:
    { readonly by: 'constant'; readonly rows: number } | { readonly by: 'slot'; readonly slot: number };
}

/** A place in the order of a list: its start, or the place of a row, with the side of it that is read. */
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
 * Which rows a read starts from. `id` takes a value per key column, `edge` one: the id of the parent. `inserted` is
 * the row that the same transaction has just inserted.
 */
export type SelectSource =
  | { readonly from: 'all' }
  | { readonly from: 'id' }
  | { readonly from: 'inserted' }
  | { readonly from: 'edge'; readonly parent: EntityModel; readonly edge: EdgeModel };

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

/** A row to insert, its edges, and how to read it back. */
export interface CreatePlan {
  readonly kind: 'create';
  readonly entity: EntityModel;
  readonly columns: readonly ColumnTerm[];
  /** One per column. */
  readonly values: readonly unknown[];
  readonly edges: readonly EdgeChange[];
  readonly clientId: boolean;
  /** Reads the row by its key. */
  readonly readBack: SelectShape;
}

/** Columns to set in one row, its edges, and how to read it back. */
export interface UpdatePlan {
  readonly kind: 'update';
  readonly entity: EntityModel;
  readonly id: unknown;
  readonly columns: readonly ColumnTerm[];
  /** One per column. */
  readonly values: readonly unknown[];
  readonly edges: readonly EdgeChange[];
  /** Reads the row by its key. */
  readonly readBack: SelectShape;
}

/** A row to delete, or to mark as deleted. */
export interface DeletePlan {
  readonly kind: 'delete';
  readonly entity: EntityModel;
  readonly id: unknown;
}

/** A column to write: a field, or the foreign key of a unique edge (its value is an id of the target, or null). */
export type ColumnTerm =
  | { readonly of: 'field'; readonly field: StoredColumn }
  | { readonly of: 'edge'; readonly edge: EdgeModel; readonly target: EntityModel };

/** A change of the rows an edge leads to. `set` makes them exactly the ids given. */
export interface EdgeChange {
  readonly edge: EdgeModel;
  readonly target: EntityModel;
  readonly mode: 'add' | 'remove' | 'set';
  /** Key of the body that asked for it. */
  readonly bodyKey: string;
  readonly ids: readonly unknown[];
}
