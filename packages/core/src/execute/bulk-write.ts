// Writes of many rows, each in one transaction: all rows are written, or none.
import type { BulkCreatePlan, BulkItemsPlan, BulkPlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import {
  createRows,
  deleteSelection,
  isPlainUpdate,
  updateItems,
  updateSelection,
  type BulkInsert,
  type ItemProgress,
} from './bulk-script.js';
import { placeError } from './error-place.js';
import type { Executor } from './executor.js';
import { isObservedCreate, placeNestedError } from './nested-script.js';
import type { WriteContext } from './observed-write-script.js';
import { sendInserts, sendUpdates } from './pipelined-script.js';
import type { Script } from './script.js';
import { selectReadBack } from './unread-row.js';
import { buildCreateBatch } from './write-batch.js';
import type { Write, WriteBatch, WriteResult } from './write.js';

/** What bulk writes are made with. */
interface BulkContext extends WriteContext {
  readonly executor: Pick<Executor, 'sendsTogether'>;
}

/** Statements of creates are compiled before the transaction begins: a failure to compile must not leave it open. */
export function createBulkWrite(context: BulkContext, plan: BulkPlan): Write {
  switch (plan.kind) {
    case 'bulk-create':
      return createCreates(context, plan);
    case 'bulk-update-items':
      return createItemUpdates(context, plan);
    case 'bulk-update':
      return createWhole(plan.entity.observedWrites.update, () => updateSelection(context, plan));
    case 'bulk-delete':
      return createWhole(plan.entity.observedWrites.delete, () => deleteSelection(context, plan));
  }
}

/** A write of all rows of a selection: its errors are not those of an item. */
function createWhole(isObserved: boolean, script: () => Script<WriteResult>): Write {
  return { isObserved, batch: null, pipeline: null, script, placeError: null };
}

function createCreates(context: BulkContext, { items }: BulkCreatePlan): Write {
  const { programs, executor } = context;
  const isObserved = items.some(isObservedCreate);
  const inserts = items.map((plan) => ({ plan, readBack: selectReadBack(programs, plan) }));
  const pipeline = executor.sendsTogether ? createPipeline(programs, inserts) : null;
  return createSteps({ isObserved, pipeline }, (progress) => createRows(context, inserts, progress));
}

/** Null if an insert takes more than one step. */
function createPipeline(programs: Programs, inserts: readonly BulkInsert[]): Write['pipeline'] {
  const batches = inserts.map(({ plan, readBack }) =>
    plan.nested.length > 0 ? null : buildCreateBatch(programs, plan, readBack),
  );
  return batches.every(isBatch) ? () => sendInserts(batches) : null;
}

function isBatch(batch: WriteBatch | null): batch is WriteBatch {
  return batch !== null;
}

function createItemUpdates(context: WriteContext, plan: BulkItemsPlan): Write {
  const isObserved = plan.items.some(({ update }) => update.entity.observedWrites.update);
  const isPlain = plan.items.every(({ update }) => isPlainUpdate(update));
  const pipeline = isPlain ? () => sendUpdates(context, plan) : null;
  return createSteps({ isObserved, pipeline }, (progress) => updateItems(context, plan, progress));
}

/** A write of one item after the other: an error is that of the item that its script is at. */
function createSteps(
  { isObserved, pipeline }: Pick<Write, 'isObserved' | 'pipeline'>,
  run: (progress: ItemProgress) => Script<WriteResult>,
): Write {
  const progress: ItemProgress = { item: null, nested: { at: null } };
  return {
    isObserved,
    batch: null,
    pipeline,
    script() {
      progress.item = null;
      progress.nested.at = null;
      return run(progress);
    },
    placeError: (error) => placeItemError(error, progress),
  };
}

function placeItemError(error: unknown, { item, nested }: ItemProgress): unknown {
  if (item === null) return error;
  return placeError(nested.at ? placeNestedError(error, nested.at) : error, `/${item}`);
}
