// Creates, updates and deletes one row with its edges. Each script runs in one transaction.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { toId, getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, DeletePlan, EdgeChange, RowChange, UpdatePlan } from '../plan/writes.js';
import { getByIdShape } from '../plan/one-shape.js';
import { getOnlyVersion } from '../plan/precondition-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { DatabaseError } from './database-error.js';
import { createDroppedError, requireWritten } from './dropped-writes.js';
import { changeEdge, isLinkedToParent } from './edge-script.js';
import type { ObservedUpdate } from './observed-changes.js';
import {
  deleteWithListeners,
  insertWithListeners,
  updateWithListeners,
  type WriteContext,
} from './observed-write-script.js';
import type { Assignment } from './observed-instance.js';
import { generateValues } from './generated-values.js';
import { runInsert } from './insert-row.js';
import { createUnreadError } from './lost-row.js';
import type { SelectedRows } from './read-rows.js';
import { readNewRow, readRow } from './read-written-row.js';
import type { UnreadRow } from './unread-row.js';
import { findHiddenIds, collectReferences, requireRows, requireTargets } from './required-rows.js';
import { lockExpectedRow, lockRow } from './row-lock.js';
import { run, type Script } from './script.js';

/** Inserts the row, links its edges, reads it back if there is a program for it. */
export function* createRow(
  context: WriteContext,
  plan: CreatePlan,
  readBack: SelectProgram | null,
): Script<SelectedRows | UnreadRow> {
  const key = yield* insertRow(context, plan);
  return yield* readNewRow(context.programs, { plan, key }, readBack);
}

/** Inserts the row and links its edges. Returns its key. */
export function* insertRow(context: WriteContext, plan: CreatePlan): Script<readonly unknown[]> {
  const { programs, hooks } = context;
  const { entity } = plan;
  // The INSERT checks foreign keys itself, but not those that listeners set, and it does not list all missing ids at once.
  const beforehand = plan.edges.length > 0 || entity.observedWrites.create || isLinkedToParent(plan);
  if (beforehand) yield* requireTargets(programs, collectReferences(plan));
  const row = (yield* insertColumns(context, plan)) ?? (yield* insertAgain(context, plan));
  const key = entity.key.map(({ codec }, at) => codec.decode(row.key[at]));
  if (plan.clientId || row.isKeyGiven) yield* advanceSequence(programs, entity, key);
  yield* linkToParent(programs, plan, toId(key));
  yield* changeEdges(programs, entity, toId(key), plan.edges);
  if (row.instance) yield* hooks.callWriteHooks('after', 'create', entity, { entity: row.instance });
  return key;
}

/** Adds the link of a join table to the parent in the path. A foreign key is a column of the row. */
function* linkToParent(programs: Programs, plan: CreatePlan, id: unknown): Script<void> {
  const { entity: target, parent } = plan;
  if (!parent || !isLinkedToParent(plan)) return;
  const change = { edge: parent.edge, target, mode: 'add', bodyKey: '', ids: [id] } as const;
  yield* changeEdge(programs, parent.entity, parent.id, change);
}

/** Null when a foreign key leads nowhere. */
function* insertColumns(context: WriteContext, plan: CreatePlan): Script<InsertedRow | null> {
  const { entity, columns, values } = plan;
  if (entity.observedWrites.create) return yield* insertWithListeners(context, plan, buildAssignments(plan));
  const key = yield* runInsert(
    context.programs.insert(entity, columns),
    [...values, ...generateValues(entity)],
    context.inserting,
  );
  return key && { key };
}

/** The stored key of a new row, and the instance that listeners and hooks saw. */
interface InsertedRow {
  readonly key: readonly unknown[];
  readonly instance?: object;
  readonly isKeyGiven?: boolean;
}

/**
 * Throws `not_found` or `invalid_request` with the ids that do not exist. If all of them exist by now, they are locked, and a
 * second INSERT finds them.
 */
function* insertAgain(context: WriteContext, plan: CreatePlan): Script<InsertedRow> {
  const { programs } = context;
  const references = collectReferences(plan);
  yield* requireTargets(programs, references);
  const isObserved = plan.entity.observedWrites.create;
  const row = references.length > 0 && !isObserved ? yield* insertColumns(context, plan) : null;
  if (row) return row;
  throw programs.unwritten(plan.entity)
    ? createDroppedError()
    : new DatabaseError('conflict', new Error('Referenced rows changed concurrently.'));
}

/**
 * Sets the columns given, changes the edges given, reads the row back if there is a program for it. Throws `not_found` and
 * `precondition_failed`.
 */
export function* updateRow(
  context: WriteContext,
  plan: UpdatePlan,
  readBack: SelectProgram | null,
): Script<SelectedRows | UnreadRow> {
  const { programs } = context;
  const { entity, id, returns } = plan;
  const { isLocked, isWritten } = yield* changeRow(context, plan);
  if (!isLocked && !readBack) yield* lockRow(programs, plan, 'change');
  if (!readBack) return { id };
  const isFound = isLocked || isWritten;
  const createMissingError = () => (isFound ? createUnreadError(entity) : new ApiError('not_found'));
  // Nothing has looked for the row so far: one that was deleted before is none.
  const program = isFound ? readBack : programs.select(getByIdShape(entity));
  return yield* readRow({ programs, entity, key: getKeyValues(id), returns, createMissingError }, program);
}

/** What a change of a row knows of it: that it was found and locked, that a statement has written it. */
interface ChangedRow {
  readonly isLocked: boolean;
  readonly isWritten: boolean;
}

/** Sets the columns given, changes the edges given. */
export function* changeRow(context: WriteContext, plan: RowChange): Script<ChangedRow> {
  const { programs, hooks } = context;
  const { entity, id, edges } = plan;
  // Locks the row: concurrent changes of its edges run one after the other, and hooks see what is stored.
  const isLocked = yield* requireRows(programs, plan, collectReferences(plan));
  const { observed, isWritten } = yield* setColumns(context, plan);
  yield* changeEdges(programs, entity, id, edges);
  if (observed) {
    const { instance, stored } = observed;
    yield* hooks.callWriteHooks('after', 'update', entity, { entity: instance, stored });
  }
  return { isLocked, isWritten };
}

function* changeEdges(
  programs: Programs,
  entity: EntityModel,
  id: unknown,
  changes: readonly EdgeChange[],
): Script<void> {
  const written: WrittenRows[] = [];
  for (const change of changes) {
    const ids = yield* changeEdge(programs, entity, id, change);
    if (ids.length > 0) written.push({ change, ids });
  }
  for (const rows of written) yield* requireVisible(programs, rows);
}

/** Rows of an edge's target that a change wrote. */
interface WrittenRows {
  readonly change: EdgeChange;
  readonly ids: readonly unknown[];
}

/** A policy does not allow a write after which it hides a row that it did not hide before. */
function* requireVisible(programs: Programs, { change, ids }: WrittenRows): Script<void> {
  const { target, bodyKey } = change;
  if ((yield* findHiddenIds(programs, target, ids)).length === 0) return;
  const detail = `The change of '${bodyKey}' is not allowed.`;
  throw new ApiError('forbidden', {
    detail,
    faults: [{ pointer: `/${bodyKey}`, code: 'not_allowed', detail }],
  });
}

/** A row whose columns are set. `observed` is null where no listener or hook observes updates. */
type SetRow = Pick<ChangedRow, 'isWritten'> & { readonly observed: ObservedUpdate | null };

function* setColumns(context: WriteContext, plan: RowChange): Script<SetRow> {
  const { entity, id, columns, values, edges } = plan;
  const touched = isTouchedByEdges(plan);
  if (entity.observedWrites.update) {
    const row = { entity, id, touched, edges };
    return { observed: yield* updateWithListeners(context, row, buildAssignments(plan)), isWritten: true };
  }
  if (columns.length === 0 && !touched) return { observed: null, isWritten: false };
  const { programs } = context;
  const { affected } = yield* run(programs.update(entity, columns), [...values, id]);
  if (affected === 0) yield* requireWritten(programs, entity, [id]);
  return { observed: null, isWritten: affected > 0 };
}

/** A version counts changes of the row's edges, too, even those that no column of the row holds. */
function isTouchedByEdges({ entity: { table }, edges }: RowChange): boolean {
  return edges.length > 0 && table.touchedColumns.some(({ kind }) => kind === 'version');
}

function buildAssignments({ columns, values }: CreatePlan | RowChange): readonly Assignment[] {
  return columns.map((column, at) => ({ column, value: values[at] }));
}

/** Throws `not_found` and `precondition_failed`. */
export function* deleteRow({ programs, hooks }: WriteContext, plan: DeletePlan): Script<void> {
  const { entity, id, precondition } = plan;
  const observed = entity.observedWrites.delete;
  if (!observed && (yield* deleteOnlyVersion(programs, plan))) return;
  const remove = () => run(programs.delete(entity), [id]);
  if (observed || precondition) yield* lockExpectedRow(programs, plan, 'change');
  const { affected } = yield* observed ? deleteWithListeners(hooks, { entity, id }, remove) : remove();
  if (affected > 0) return;
  yield* requireWritten(programs, entity, [id]);
  throw new ApiError('not_found');
}

/** Deletes the row if it has the one version that the request requires; false if there was none to delete. */
function* deleteOnlyVersion(programs: Programs, { entity, id, precondition }: DeletePlan): Script<boolean> {
  const only = precondition && getOnlyVersion(precondition);
  if (!only) return false;
  const { affected } = yield* run(programs.delete(entity, only.field), [id, only.version]);
  return affected > 0;
}

function* advanceSequence(programs: Programs, entity: EntityModel, key: readonly unknown[]): Script<void> {
  const statement = programs.advanceSequence(entity);
  if (statement) yield* run(statement, key);
}
