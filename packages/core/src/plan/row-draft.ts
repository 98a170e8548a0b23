// Drafts: plans of rows whose faults may be known only later.
import type { EntityModel } from '../model/api-model.js';
import type { ParsedBody } from '../request/json-body.js';
import type { KnownForeignKey } from './edge-plan.js';
import type { Faults } from './faults.js';
import type { ColumnTerm, CreatePlan, NestedRow, ParentRow } from './writes.js';

/** Columns to write, and one value for each. */
export interface GivenColumns {
  readonly columns: readonly ColumnTerm[];
  readonly values: readonly unknown[];
}

/** A body of one row, and the list that collects its faults. */
export interface RowBody {
  readonly entity: EntityModel;
  readonly body: ParsedBody;
  readonly faults: Faults;
}

/** A plan whose faults may be known only later: asynchronous validators are waited for, which most bodies do not have. */
export interface PlanDraft<T> {
  readonly checking: Promise<void> | null;
  /** Call it when the checks have ended and there are no faults. */
  readonly finish: () => T;
}

/** A draft of a new row, and its columns: those that have no fault. */
export interface RowDraft {
  readonly checking: Promise<void> | null;
  readonly given: GivenColumns;
  readonly finish: (nested: readonly NestedRow[]) => CreatePlan;
}

/** What a new row has from outside of its own body. */
export interface RowOrigin {
  readonly parent: ParentRow | null;
  readonly known: readonly KnownForeignKey[];
  readonly answer: RequestedAnswer;
}

/** What the answer to its create shows: its tag, and the entity unless the client prefers no content. */
export type RequestedAnswer = Pick<CreatePlan, 'entityTag' | 'returns'>;

/** For a row that is part of another answer. */
export const noAnswer: RequestedAnswer = Object.freeze({ entityTag: null, returns: null });

export type DraftRow = (row: RowBody, origin: RowOrigin) => RowDraft;
