// Scripts that write many rows in one transaction: those of one row, one after the other; or one statement for all rows, where
// no listener or hook observes them.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { formatId, getKeyValues } from '../plan/id-value.js';
import type { BulkDeletePlan, BulkItemsPlan, BulkUpdatePlan, UpdatePlan } from '../plan/writes.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { parameterNames } from '../vocabulary/wire-names.js';
import { requireWritten } from './dropped-writes.js';
import { splitIds } from './id-lists.js';
import type { WriteContext } from './observed-write-script.js';
import { insertWithNested, type NestedProgress } from './nested-script.js';
import { readNewRows, type BulkInserts, type ItemPlace } from './read-new-rows.js';
import { collectReferences, requireTargets } from './required-rows.js';
import { lockRow } from './row-lock.js';
import {
  bindStatement,
  emptyResult,
  requireAll,
  run,
  type BoundStatement,
  type QueryResult,
  type Script,
} from './script.js';
import { decodeStoredId } from './stored-id.js';
import { findRepeatedId } from './stored-ids.js';
import { changeRow, deleteRow } from './write-script.js';
import type { AffectedRows, WrittenRows } from './write.js';
import type { PlainInsert } from './write-batch.js';

/** Where a script is: at an item of the body, and at a row that the item creates by way of an edge. An error then is of that. */
export interface ItemProgress extends ItemPlace {
  readonly nested: NestedProgress;
}

/** Inserts rows in their order, then reads them back. */
export function* createRows(
  context: WriteContext,
  { inserts, reads }: BulkInserts,
  progress: ItemProgress,
): Script<WrittenRows> {
  const keys: (readonly unknown[])[] = [];
  for (const [at, { plan, plain }] of inserts.entries()) {
    progress.item = at;
    const answer = plain ? yield* insertPlain(context, plain) : emptyResult;
    // Where it inserts no row, the steps of a single create find out why.
    keys.push(
      plain && answer.affected > 0
        ? getKeyValues(plain.idOf(answer))
        : yield* insertWithNested(context, plan, progress.nested),
    );
  }
  return yield* readNewRows(context.programs, { inserts, reads }, keys, progress);
}

function* insertPlain({ inserting }: WriteContext, { call, program }: PlainInsert): Script<QueryResult> {
  inserting.program = program;
  const answer = yield call;
  inserting.program = null;
  return answer;
}

/** Updates rows that have values of their own. Throws `invalid_request` for an id that does not exist. */
export function* updateItems(
  context: WriteContext,
  { entity, items }: BulkItemsPlan,
  progress: ItemProgress,
): Script<AffectedRows> {
  yield* refuseRepeatedId(context, { entity, items }, progress);
  for (const { at, update } of items) {
    progress.item = at;
    yield* updateItem(context, update);
  }
  progress.item = null;
  yield* requireAllVisible(
    context,
    entity,
    items.map(({ update }) => update.id),
  );
  return { affected: items.length };
}

/** The body names a row once: two spellings of its id are one id. */
function* refuseRepeatedId(
  { programs }: WriteContext,
  { entity, items }: Pick<BulkItemsPlan, 'entity' | 'items'>,
  progress: ItemProgress,
): Script<void> {
  const inOrder = [...items].sort((a, b) => a.at - b.at);
  const repeated = yield* findRepeatedId(
    programs,
    entity,
    inOrder.map(({ update }) => update.id),
  );
  if (!repeated) return;
  const [earlier, later] = repeated.map((place) => inOrder[place]?.at ?? null);
  progress.item = later ?? null;
  const detail = `The item ${String(earlier)} has the same id.`;
  const fault = { pointer: `/${entity.id.name}`, code: 'conflict', detail } as const;
  throw new ApiError('invalid_request', { detail, faults: [fault] });
}

function* updateItem(context: WriteContext, update: UpdatePlan): Script<void> {
  const { programs } = context;
  const { entity, id, columns, values } = update;
  if (isPlainUpdate(update)) {
    const { affected } = yield* run(programs.update(entity, columns), [...values, id]);
    if (affected > 0) return;
  }
  yield* requireItem(context, update);
  yield* changeRow(context, update);
}

/** Whether one statement makes the update. */
export function isPlainUpdate({ entity, columns, edges }: UpdatePlan): boolean {
  return !entity.observedWrites.update && edges.length === 0 && columns.length > 0;
}

function* requireItem({ programs }: WriteContext, { entity, id }: UpdatePlan): Script<void> {
  try {
    yield* lockRow(programs, { entity, id }, 'change');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const detail = `There is no ${entity.name} with the id ${formatId(id)}.`;
    const fault = { pointer: `/${entity.id.name}`, code: 'not_found', detail } as const;
    throw new ApiError('invalid_request', { detail, faults: [fault] });
  }
}

/** Sets columns in all rows of a selection. `search`: finds and locks them, or has found them. */
export function* updateSelection(
  context: WriteContext,
  plan: BulkUpdatePlan,
  search: BoundStatement | QueryResult,
): Script<AffectedRows> {
  const { entity, selection, columns } = plan;
  const rows = yield* selectRows(entity, selection.max, search);
  const ids = rows.map(({ id }) => id);
  if (entity.observedWrites.update) yield* updateEach(context, rows, plan);
  else if (columns.length > 0) for (const some of splitIds(ids)) yield* updateTogether(context, plan, some);
  yield* requireAllVisible(context, entity, ids);
  return { affected: ids.length };
}

function* updateEach(
  context: WriteContext,
  rows: readonly SelectedRow[],
  { columns, values }: BulkUpdatePlan,
): Script<void> {
  for (const { entity, id } of rows) {
    const update = { kind: 'update', entity, id, columns, values, edges: [], precondition: null } as const;
    yield* unlessGone(changeRow(context, update));
  }
}

/**
 * Updates rows that are locked. The UPDATE changes no row if the target of a foreign key does not exist: a second one finds it
 * locked. Throws `invalid_request` with the targets that do not exist.
 */
function* updateTogether(
  { programs }: WriteContext,
  { entity, columns, values }: BulkUpdatePlan,
  ids: readonly unknown[],
): Script<void> {
  const update = bindStatement(programs.bulk.update(entity, columns), [...values, ids]);
  let { affected } = yield update;
  const references = collectReferences({ kind: 'update', entity, columns, values, edges: [] });
  if (affected === 0 && references.length > 0) {
    yield* requireTargets(programs, references);
    ({ affected } = yield update);
  }
  if (affected < ids.length) yield* requireWritten(programs, entity, ids);
}

/** Deletes all rows of a selection. `search`: finds and locks them, or has found them. */
export function* deleteSelection(
  context: WriteContext,
  { entity, selection }: BulkDeletePlan,
  search: BoundStatement | QueryResult,
): Script<AffectedRows> {
  const rows = yield* selectRows(entity, selection.max, search);
  if (entity.observedWrites.delete)
    for (const row of rows)
      yield* unlessGone(deleteRow(context, { kind: 'delete', ...row, precondition: null }));
  else
    for (const some of splitIds(rows.map(({ id }) => id))) {
      const { affected } = yield* run(context.programs.bulk.delete(entity), [some]);
      if (affected < some.length) yield* requireWritten(context.programs, entity, some);
    }
  return { affected: rows.length };
}

/** A hook, or the database with the row before it, may have deleted the row. */
function* unlessGone(script: Script<unknown>): Script<void> {
  try {
    yield* script;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}

/** A row to write, and its class. */
interface SelectedRow {
  readonly entity: EntityModel;
  readonly id: unknown;
}

/** Locks the rows of a selection, unless they have been found. Throws `invalid_request` for more than its maximum. */
function* selectRows(
  entity: EntityModel,
  max: number,
  search: BoundStatement | QueryResult,
): Script<readonly SelectedRow[]> {
  const { rows } = requireAll('statement' in search ? yield search : search);
  if (rows.length > max) throw createTooManyError(entity, max);
  const kindAt = entity.key.length;
  return rows.map((row) => ({
    entity: findClass(entity, row[kindAt]) ?? entity,
    id: decodeStoredId(entity, row),
  }));
}

function findClass({ variants }: EntityModel, kind: unknown): EntityModel | undefined {
  return variants?.classes.find(({ value }) => value === kind)?.entity;
}

function createTooManyError({ name }: EntityModel, max: number): ApiError {
  const rows = formatQuantity(max, `entity of ${name}`, `entities of ${name}`);
  const detail = `The filters match more than ${rows} (${parameterNames.maxAffected}).`;
  return new ApiError('invalid_request', {
    detail,
    faults: [{ parameter: parameterNames.maxAffected, code: 'too_many', detail }],
  });
}

/** A policy does not allow a write after which it hides a row that it did not hide before. */
export function* requireAllVisible(
  { programs }: WriteContext,
  entity: EntityModel,
  ids: readonly unknown[],
): Script<void> {
  if (!programs.isRestricted(entity)) return;
  for (const some of splitIds(ids)) {
    const { rows } = yield* run(programs.bulk.countVisible(entity), [some]);
    if (Number(rows[0]?.[0]) < some.length) throw new ApiError('forbidden');
  }
}
