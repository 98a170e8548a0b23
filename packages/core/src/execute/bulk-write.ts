// Writes of many rows, each in one transaction: all rows are written, or none.
import type { Programs } from '../sql/bound-programs.js';
import type {
  BulkCreatePlan,
  BulkDeletePlan,
  BulkItemsPlan,
  BulkPlan,
  BulkUpdatePlan,
  CreatePlan,
} from '../plan/writes.js';
import {
  createRows,
  deleteSelection,
  isPlainUpdate,
  updateItems,
  updateSelection,
  type ItemProgress,
} from './bulk-script.js';
import { placeError, placeErrorInUnknownItem } from './error-place.js';
import { explainTakenKey } from './insert-row.js';
import { isObservedCreate, placeNestedError } from './nested-script.js';
import type { WriteContext } from './observed-write-script.js';
import { sendCreates, sendUpdates } from './pipelined-script.js';
import { selectReads } from './read-new-rows.js';
import { bindStatement, type BoundStatement, type QueryResult, type Script } from './script.js';
import { buildPlainInsert, type PlainInsert } from './write-batch.js';
import type { Write, WriteResult } from './write.js';

/** Statements of creates are compiled before the transaction begins: a failure to compile must not leave it open. */
export function createBulkWrite(context: WriteContext, plan: BulkPlan): Write {
  switch (plan.kind) {
    case 'bulk-create':
      return createCreates(context, plan);
    case 'bulk-update-items':
      return createItemUpdates(context, plan);
    case 'bulk-update':
      return createSelectionWrite(context, plan, (search) => updateSelection(context, plan, search));
    case 'bulk-delete':
      return createSelectionWrite(context, plan, (search) => deleteSelection(context, plan, search));
  }
}

/** A write of all rows of a selection: its errors are not those of an item. */
function createSelectionWrite(
  { programs }: WriteContext,
  { kind, entity: { observedWrites }, selection }: BulkUpdatePlan | BulkDeletePlan,
  write: (search: BoundStatement | QueryResult) => Script<WriteResult>,
): Write {
  const { statement, scans } = programs.bulk.select(selection.shape);
  const call = bindStatement(statement, selection.values);
  return {
    isObserved: kind === 'bulk-update' ? observedWrites.update : observedWrites.delete,
    batch: null,
    pipeline: null,
    search: { call, scans },
    script: (found) => write(found ?? call),
    explainError: null,
  };
}

function createCreates(context: WriteContext, { items }: BulkCreatePlan): Write {
  const { programs } = context;
  const inserts = items.map((plan, at) => ({ plan, plain: buildPlacedInsert(programs, plan, at) }));
  const rows = { inserts, reads: selectReads(programs, items) };
  const plain = inserts.flatMap((insert) => insert.plain ?? []);
  return createSteps(context, {
    isObserved: items.some(isObservedCreate),
    pipeline:
      plain.length === items.length ? (progress) => sendCreates(programs, rows, plain, progress) : null,
    script: (progress) => createRows(context, rows, progress),
  });
}

/** Binds its values, which a transformer may refuse. */
function buildPlacedInsert(programs: Programs, plan: CreatePlan, at: number): PlainInsert | null {
  try {
    return buildPlainInsert(programs, plan);
  } catch (error) {
    throw placeError(error, `/${at}`);
  }
}

function createItemUpdates(context: WriteContext, plan: BulkItemsPlan): Write {
  const isObserved = plan.items.some(({ update }) => update.entity.observedWrites.update);
  const isPlain = plan.items.every(({ update }) => isPlainUpdate(update));
  return createSteps(context, {
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
function createSteps({ inserting }: WriteContext, { isObserved, pipeline, script }: ItemScripts): Write {
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
    explainError: (error) => placeItemError(explainTakenKey(inserting, error), progress),
  };
}

function placeItemError(error: unknown, { item, nested }: ItemProgress): unknown {
  if (item === null) return placeErrorInUnknownItem(error);
  return placeError(nested.at ? placeNestedError(error, nested.at) : error, `/${item}`);
}
