// Creates a row and those that its body creates by way of its edges, in one transaction: first the rows that it refers to, then
// itself, then the others in the order of the body.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { toId } from '../plan/id-value.js';
import type { CreatePlan, NestedRow } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { placeError } from './error-place.js';
import type { WriteContext } from './observed-write-script.js';
import type { SelectedRows } from './read-rows.js';
import { findMissingIds } from './required-rows.js';
import type { Script } from './script.js';
import type { UnreadRow } from './unread-row.js';
import { readNewRow } from './read-written-row.js';
import { insertRow } from './write-script.js';

/** The nested row that a script is at; null for the row itself. An error then is that of the nested row. */
export interface NestedProgress {
  at: NestedRow | null;
}

/** Whether listeners or hooks observe the create of a row, or of one that it creates by way of its edges. */
export function isObservedCreate(plan: CreatePlan): boolean {
  return [plan, ...plan.nested.map((row) => row.plan)].some(({ entity }) => entity.observedWrites.create);
}

/** Creates the rows, and reads the first one back if there is a program for it. */
export function* createNestedRows(
  context: WriteContext,
  { plan, readBack }: { readonly plan: CreatePlan; readonly readBack: SelectProgram | null },
  progress: NestedProgress,
): Script<SelectedRows | UnreadRow> {
  const key = yield* insertWithNested(context, plan, progress);
  return yield* readNewRow(context.programs, { plan, key }, readBack);
}

/** Inserts a row and those that it creates by way of its edges, if any. Returns the key of the first one. */
export function* insertWithNested(
  context: WriteContext,
  plan: CreatePlan,
  progress: NestedProgress,
): Script<readonly unknown[]> {
  const { entity, nested } = plan;
  if (nested.length === 0) return yield* insertRow(context, plan);
  let whole = plan;
  for (const row of nested.filter(isReferenced)) {
    const id = yield* createNestedRow(context, row, progress);
    whole = setReference(whole, row, id);
  }
  const key = yield* insertRow(context, whole);
  const others = nested.filter((row) => !isReferenced(row));
  // As of a create of its own: a row that a policy hides is refused before another one refers to it.
  if (others.length > 0) yield* requireVisible(context.programs, entity, toId(key));
  for (const row of others)
    yield* createNestedRow(context, { ...row, plan: setParent(row.plan, toId(key)) }, progress);
  return key;
}

/** Whether the new row has the foreign key. */
function isReferenced({ edge }: NestedRow): boolean {
  return edge.join.kind === 'own';
}

function* createNestedRow(context: WriteContext, row: NestedRow, progress: NestedProgress): Script<unknown> {
  progress.at = row;
  const id = toId(yield* insertRow(context, row.plan));
  yield* requireVisible(context.programs, row.plan.entity, id);
  progress.at = null;
  return id;
}

/** Throws `forbidden` for a new row that a policy hides. */
function* requireVisible(programs: Programs, entity: EntityModel, id: unknown): Script<void> {
  if (!programs.isRestricted(entity)) return;
  const reference = { target: entity, pointer: null, purpose: 'refer', ids: [id] } as const;
  const hidden = yield* findMissingIds(programs, reference);
  if (hidden.length > 0) throw new ApiError('forbidden');
}

/** Sets the foreign key to a row that is created by now. */
function setReference(plan: CreatePlan, { edge }: NestedRow, id: unknown): CreatePlan {
  const values = plan.values.map((value, at) => {
    const term = plan.columns[at];
    return term?.of === 'edge' && term.edge === edge ? id : value;
  });
  return { ...plan, values };
}

/** Sets the parent, and the foreign key to it. */
function setParent(plan: CreatePlan, id: unknown): CreatePlan {
  const { parent } = plan;
  const values = plan.values.map((value, at) => {
    const term = plan.columns[at];
    return term?.of === 'edge' && term.edge === parent?.edge.creation?.inverse ? id : value;
  });
  return { ...plan, values, parent: parent && { ...parent, id } };
}

/** The error of a nested row as one of the whole body. */
export function placeNestedError(error: unknown, { pointer, plan }: NestedRow): unknown {
  return placeError(error, pointer, plan.entity);
}
