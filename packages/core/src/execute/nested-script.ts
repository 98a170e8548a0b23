// Creates a row and those that its body creates by way of its edges, in one transaction: first the rows that it refers to, then
// itself, then the others in the order of the body.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { toId } from '../plan/id-value.js';
import type { EdgeModel } from '../model/member-model.js';
import type { ColumnTerm, CreatePlan, NestedRow } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { placeError } from './error-place.js';
import type { WriteContext } from './observed-write-script.js';
import type { SelectedRows } from './read-rows.js';
import { findHiddenIds } from './required-rows.js';
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
    whole = setReference(whole, row.edge, id);
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
  if ((yield* findHiddenIds(programs, entity, [id])).length > 0) throw new ApiError('forbidden');
}

/** Sets the foreign key of an edge to a row that is created by now. */
function setReference(plan: CreatePlan, edge: EdgeModel | null | undefined, id: unknown): CreatePlan {
  const values = [...plan.values];
  const columns = plan.columns.map((term, at): ColumnTerm => {
    if (term.of !== 'edge' || term.edge !== edge) return term;
    values[at] = id;
    return isDeletable(term.target) ? { ...term, isOfNewRow: true } : term;
  });
  return { ...plan, columns, values };
}

/** Sets the parent, and the foreign key to it. */
function setParent(plan: CreatePlan, id: unknown): CreatePlan {
  const { parent } = plan;
  if (!parent) return plan;
  return {
    ...setReference(plan, parent.edge.creation?.inverse, id),
    parent: { ...parent, id, isNewRow: isDeletable(parent.entity) },
  };
}

/** Whether a listener, a hook or a trigger may have set the delete date of a new row. */
function isDeletable({ table }: EntityModel): boolean {
  return table.deletedAt !== null;
}

/** The error of a nested row as one of the whole body. */
export function placeNestedError(error: unknown, { pointer, plan }: NestedRow): unknown {
  return placeError(error, pointer, plan.entity);
}
