// Writes: what a request changes, as plain data.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { EntityTagModel } from '../model/entity-tag-model.js';
import type { StoredColumn } from '../model/stored-column.js';
import type { ReturnPreference } from '../request/prefer-header.js';
import type { SelectShape } from './plan.js';

/** What to write, one variant per kind of write. */
export type WritePlan = CreatePlan | UpdatePlan | DeletePlan | RestorePlan | BulkPlan;

/** Many rows to write, one variant per kind of request. */
export type BulkPlan = BulkCreatePlan | BulkItemsPlan | BulkUpdatePlan | BulkDeletePlan;

/** A row to insert, its edges, and how to read it back. */
export interface CreatePlan {
  readonly kind: 'create';
  readonly entity: EntityModel;
  readonly columns: readonly ColumnTerm[];
  /** One per column. */
  readonly values: readonly unknown[];
  readonly edges: readonly EdgeChange[];
  readonly clientId: boolean;
  /** The row under whose edge it is created; null for a row of the collection. */
  readonly parent: ParentRow | null;
  /** Rows to create by way of its edges, in the order of the body. */
  readonly nested: readonly NestedRow[];
  /** Reads the row by its key. */
  readonly readBack: SelectShape;
  /** How the answer is tagged: as under the path of the request. */
  readonly entityTag: EntityTagModel | null;
  /** What the client would like the answer to contain; null where it does not say. */
  readonly returns: ReturnPreference | null;
}

/** The row that the path names, and its edge to the new row. A foreign key of the new row is one of its columns. */
export interface ParentRow {
  readonly entity: EntityModel;
  readonly edge: EdgeModel;
  readonly id: unknown;
  /** The request itself has written it. A listener may have deleted it since. */
  readonly isNewRow?: boolean;
  /** Path segment of the collection that the new row belongs to. */
  readonly collection: string;
}

/** A row to create by way of an edge of another new row. What one has of the key of the other is undefined until then. */
export interface NestedRow {
  readonly edge: EdgeModel;
  /** JSON pointer to its part of the body. */
  readonly pointer: string;
  readonly plan: CreatePlan;
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
  readonly precondition: WritePrecondition | null;
  /** Reads the row by its key. */
  readonly readBack: SelectShape;
  /** How the answer is tagged: as under the path of the request. */
  readonly entityTag: EntityTagModel | null;
  /** What the client would like the answer to contain; null where it does not say. */
  readonly returns: ReturnPreference | null;
}

/** What to change in a row, however the answer shows it. */
export type RowChange = Omit<UpdatePlan, 'readBack' | 'entityTag' | 'returns'>;

/** A row to delete, or to mark as deleted. */
export interface DeletePlan {
  readonly kind: 'delete';
  readonly entity: EntityModel;
  readonly id: unknown;
  readonly precondition: WritePrecondition | null;
}

/** The state that the row of a write must have. `never`: no state will do. */
export type WritePrecondition = { readonly kind: 'never' } | VersionPrecondition | AnswerPrecondition;

/** The versions that the row must have, one of them, and those that it must not have, as values of the field. */
interface VersionPrecondition extends ExpectedStates {
  readonly kind: 'version';
  readonly field: FieldModel;
}

/** The tags that the answer to its plain read must have, one of them, and those that it must not have. */
interface AnswerPrecondition extends ExpectedStates {
  readonly kind: 'answer';
  readonly shape: SelectShape;
}

/** The states that satisfy a precondition. */
export interface ExpectedStates {
  /** Null: any but those of `noneOf`. */
  readonly oneOf: readonly unknown[] | null;
  readonly noneOf: readonly unknown[];
}

/** A soft-deleted row to restore, and how to read it back. */
export interface RestorePlan {
  readonly kind: 'restore';
  readonly entity: EntityModel;
  readonly id: unknown;
  /** Reads the row by its key. */
  readonly readBack: SelectShape;
  /** How the answer is tagged: as under the path of the request. */
  readonly entityTag: EntityTagModel | null;
  /** What the client would like the answer to contain; null where it does not say. */
  readonly returns: ReturnPreference | null;
}

/** Rows to insert, in their order. */
export interface BulkCreatePlan {
  readonly kind: 'bulk-create';
  readonly entity: EntityModel;
  readonly items: readonly CreatePlan[];
  readonly returns: ReturnPreference | null;
}

/** Rows to update, each with values of its own, in the order of their ids. */
export interface BulkItemsPlan {
  readonly kind: 'bulk-update-items';
  readonly entity: EntityModel;
  readonly items: readonly PlacedUpdate[];
  readonly returns: ReturnPreference | null;
}

/** An update, and its position in the body. */
export interface PlacedUpdate {
  readonly at: number;
  readonly update: UpdatePlan;
}

/** Columns to set in all rows of a selection. */
export interface BulkUpdatePlan {
  readonly kind: 'bulk-update';
  readonly entity: EntityModel;
  readonly selection: Selection;
  readonly columns: readonly ColumnTerm[];
  /** One per column. */
  readonly values: readonly unknown[];
  readonly returns: ReturnPreference | null;
}

/** The rows of a selection to delete, or to mark as deleted. */
export interface BulkDeletePlan {
  readonly kind: 'bulk-delete';
  readonly entity: EntityModel;
  readonly selection: Selection;
  readonly returns: ReturnPreference | null;
}

/** The rows that a request writes, in the order of their ids. */
export interface Selection {
  readonly shape: SelectShape;
  /** Those of the shape; the last is one more than `max`. */
  readonly values: readonly unknown[];
  /** The maximum number of rows: more are a fault of `max_affected`. */
  readonly max: number;
}

/** A column to write: a field, or the foreign key of a unique edge (its value is an id of the target, or null). */
export type ColumnTerm =
  | { readonly of: 'field'; readonly field: StoredColumn }
  | {
      readonly of: 'edge';
      readonly edge: EdgeModel;
      readonly target: EntityModel;
      /** The request itself has written the row that it refers to. A listener may have deleted that since. */
      readonly isOfNewRow?: boolean;
    };

/** A change of the rows an edge leads to. `set` makes them exactly the ids given. */
export interface EdgeChange {
  readonly edge: EdgeModel;
  readonly target: EntityModel;
  readonly mode: 'add' | 'remove' | 'set';
  /** Key of the body that asked for it. */
  readonly bodyKey: string;
  readonly ids: readonly unknown[];
}
