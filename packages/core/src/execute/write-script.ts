// Creates, updates and deletes one row with its edges. Each script runs in one transaction.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { idOfKey, keyValues } from '../plan/id-value.js';
import type { ColumnTerm, CreatePlan, DeletePlan, EdgeChange, UpdatePlan } from '../plan/plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { DatabaseError } from './database-error.js';
import { changeEdge } from './edge-script.js';
import { followedDelete, followedInsert, followedUpdate, type FollowedUpdate } from './followed-row.js';
import type { RequestHooks } from './request-hooks.js';
import { lockRow, missingIds, referencesOf, requireRows, requireTargets } from './required-rows.js';
import { run, runInsert, type Script } from './script.js';
import { selectedRow, type SelectedRows } from './read-rows.js';
import { madeValues } from './made-values.js';

/** Inserts the row, links its edges, reads it back. */
export function* createRow(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  plan: CreatePlan,
  program: SelectProgram,
): Script<SelectedRows> {
  const { entity } = plan;
  // The INSERT looks foreign keys up by itself, but not when others set them; and all that is missing is told at once.
  const beforehand = plan.edges.length > 0 || entity.followed.create;
  if (beforehand) yield* requireTargets(shapes, referencesOf(plan));
  const row = (yield* insertRow(shapes, hooks, plan)) ?? (yield* explainRefusal(shapes, plan));
  const key = entity.key.map(({ codec }, at) => codec.decode(row.key[at]));
  if (plan.clientId || row.keyChosen) yield* advanceSequence(shapes, entity, key);
  yield* changeEdges(shapes, entity, idOfKey(key), plan.edges);
  if (row.instance) yield* hooks.write('after', 'create', entity, { entity: row.instance });
  return yield* readBack(shapes, entity, program, key, lostInsert);
}

/** Null when a foreign key leads nowhere. */
function* insertRow(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  { entity, columns, values }: CreatePlan,
): Script<InsertedRow | null> {
  const made = madeValues(entity);
  if (entity.followed.create)
    return yield* followedInsert(shapes, hooks, entity, assignments(columns, values), made);
  const key = yield* runInsert(shapes.insert(entity, columns), [...values, ...made]);
  return key && { key };
}

/** The key of a new row as it is stored, and what it was made from where somebody followed. */
interface InsertedRow {
  readonly key: readonly unknown[];
  readonly instance?: object;
  readonly keyChosen?: boolean;
}

/** Throws `invalid_request` with the ids that do not exist. All of them do by now: then the insert is tried again. */
function* explainRefusal(shapes: ReachedShapes, plan: CreatePlan): Script<never> {
  yield* requireTargets(shapes, referencesOf(plan));
  throw new DatabaseError('conflict', new Error('Rows came and went while they were referred to.'));
}

/** Sets the columns given, changes the edges given, reads the row back. Throws `not_found`. */
export function* updateRow(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  plan: UpdatePlan,
  program: SelectProgram,
): Script<SelectedRows> {
  const { entity, id, edges } = plan;
  // Two changes of one entity's edges run one after the other, not mixed. What is stored stays so while hooks look at it.
  yield* requireRows(shapes, plan, referencesOf(plan));
  const row = yield* setColumns(shapes, hooks, plan);
  yield* changeEdges(shapes, entity, id, edges);
  if (row) yield* hooks.write('after', 'update', entity, { entity: row.instance, stored: row.stored });
  return yield* readBack(shapes, entity, program, keyValues(id), () => new ApiError('not_found'));
}

function* changeEdges(
  shapes: ReachedShapes,
  entity: EntityModel,
  id: unknown,
  changes: readonly EdgeChange[],
): Script<void> {
  const written: WrittenRows[] = [];
  for (const change of changes) {
    const ids = yield* changeEdge(shapes.edge(entity, change.edge), id, change);
    if (ids.length > 0) written.push({ change, ids });
  }
  for (const rows of written) yield* requireReach(shapes, rows);
}

/** Rows of an edge's target that a change wrote. */
interface WrittenRows {
  readonly change: EdgeChange;
  readonly ids: readonly unknown[];
}

/** What a policy hides after a write that it did not hide before is a write that the policy does not allow. */
function* requireReach(shapes: ReachedShapes, { change, ids }: WrittenRows): Script<void> {
  const { target, bodyKey } = change;
  if (!shapes.hides(target)) return;
  const lost = yield* missingIds(shapes, { target, pointer: `/${bodyKey}`, purpose: 'refer', ids });
  if (lost.length === 0) return;
  const detail = `The change of '${bodyKey}' is not allowed.`;
  throw new ApiError('forbidden', {
    detail,
    faults: [{ pointer: `/${bodyKey}`, code: 'not_allowed', detail }],
  });
}

/** Null where nobody followed. */
function* setColumns(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  { entity, id, columns, values }: UpdatePlan,
): Script<FollowedUpdate | null> {
  if (entity.followed.update)
    return yield* followedUpdate(shapes, hooks, entity, id, assignments(columns, values));
  if (columns.length > 0) yield* run(shapes.update(entity, columns), [...values, id]);
  return null;
}

function assignments(columns: readonly ColumnTerm[], values: readonly unknown[]) {
  return columns.map((column, at) => ({ column, value: values[at] }));
}

/** Throws `not_found`. */
export function* deleteRow(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  { entity, id }: DeletePlan,
): Script<void> {
  const remove = () => run(shapes.delete(entity), [id]);
  if (entity.followed.delete) yield* lockRow(shapes, entity, id, 'change');
  const { affected } = yield* entity.followed.delete ? followedDelete(hooks, entity, id, remove) : remove();
  if (affected === 0) throw new ApiError('not_found');
}

function* advanceSequence(shapes: ReachedShapes, entity: EntityModel, key: readonly unknown[]): Script<void> {
  const statement = shapes.advanceSequence(entity);
  if (statement) yield* run(statement, key);
}

/** `absent` makes the error for a row that is not there, and that no policy hides. */
function* readBack(
  shapes: ReachedShapes,
  entity: EntityModel,
  program: SelectProgram,
  key: readonly unknown[],
  absent: () => Error,
): Script<SelectedRows> {
  const selected = selectedRow(program, yield* run(program.statement, key));
  if (selected.cut && program.inRows) return yield* readBack(shapes, entity, program.inRows(), key, absent);
  if (selected.count === 0) throw shapes.hides(entity) ? new ApiError('forbidden') : absent();
  // What cannot be printed is not kept.
  if (!program.mayThrow) return selected;
  return { ...selected, text: program.printer.print(selected, Infinity) };
}

/**
 * A node of Galera undoes a transaction for the write of another node, and the next SELECT finds nothing where only COMMIT
 * would fail (1213).
 */
function lostInsert(): DatabaseError {
  return new DatabaseError(
    'conflict',
    new Error('A row was gone before the transaction that wrote it ended.'),
  );
}
