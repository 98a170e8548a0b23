// Writes of many rows, each in one transaction: all rows are written, or none.
import type { BulkCreatePlan, BulkItemsPlan, BulkPlan, CreatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import {
  createRows,
  deleteSelection,
  isPlainUpdate,
  updateItems,
  updateSelection,
  type ItemProgress,
} from './bulk-script.js';
import { placeError } from './error-place.js';
import type { Executor } from './executor.js';
import { isObservedCreate, placeNestedError } from './nested-script.js';
import type { WriteContext } from './observed-write-script.js';
import { sendCreates, sendUpdates } from './pipelined-script.js';
import { selectReads } from './read-new-rows.js';
import type { Script } from './script.js';
import { selectReadBack } from './unread-row.js';
import { buildPlainInsert, type PlainInsert } from './write-batch.js';
import type { Write, WriteResult } from './write.js';

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
  const rows = { inserts, reads: selectReads(programs, inserts) };
  const pipelined = executor.sendsTogether ? buildPlainInserts(programs, items) : null;
  return createSteps({
    isObserved,
    pipeline: pipelined && ((progress) => sendCreates(programs, rows, pipelined, progress)),
    script: (progress) => createRows(context, rows, progress),
  });
}

/** Null if an insert takes more than one step. */
function buildPlainInserts(programs: Programs, items: readonly CreatePlan[]): readonly PlainInsert[] | null {
  const inserts = items.map((plan) => buildPlainInsert(programs, plan));
  return inserts.every((insert) => insert !== null) ? inserts : null;
}

function createItemUpdates(context: WriteContext, plan: BulkItemsPlan): Write {
  const isObserved = plan.items.some(({ update }) => update.entity.observedWrites.update);
  const isPlain = plan.items.every(({ update }) => isPlainUpdate(update));
  return createSteps({
    isObserved,
    pipeline: isPlain ? () => sendUpdates(context, plan) : null,
    script: (progress) => updateItems(context, plan, progress),
  });
}

/** The ways to write the items of a body; see `Write`. */
interface ItemScripts {
  readonly isObserved: boolean;
  readonly pipeline: ((progress: ItemProgress) => Script<WriteResult>) | null;
  readonly script: (progress: ItemProgress) => Script<WriteResult>;
}

/** A write of items: an error is that of the item that its script is at. */
function createSteps({ isObserved, pipeline, script }: ItemScripts): Write {
  const progress: ItemProgress = { item: null, nested: { at: null } };
  const begin = (run: ItemScripts['script']) => () => {
    progress.item = null;
    progress.nested.at = null;
    return run(progress);
  };
  return {
    isObserved,
    batch: null,
    pipeline: pipeline && begin(pipeline),
    script: begin(script),
    placeError: (error) => placeItemError(error, progress),
  };
}

function placeItemError(error: unknown, { item, nested }: ItemProgress): unknown {
  if (item === null) return error;
  return placeError(nested.at ? placeNestedError(error, nested.at) : error, `/${item}`);
}
