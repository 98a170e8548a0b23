// Runs requests that write many rows, each in one transaction: all rows are written, or none.
import { ApiError } from '../errors.js';
import { moveErrorWithin } from '../plan/faults.js';
import type { BulkCreatePlan, BulkItemsPlan, BulkPlan } from '../plan/plan.js';
import { recover, type Awaitable } from './awaitable.js';
import {
  createRows,
  deleteSelection,
  isPlainUpdate,
  updateItems,
  updateSelection,
  type AffectedRows,
  type Progress,
  type WrittenRows,
} from './bulk-script.js';
import { DatabaseError, type DatabaseErrorKind } from './database-error.js';
import { buildCreateBatch, type WriteExecution } from './execute-write.js';
import { sendInserts, sendUpdates, UnwrittenRowError } from './pipelined-script.js';
import type { Script } from './script.js';

/** Runs a request. Throws `ApiError` and `DatabaseError`, those of an item with its place, and what hooks throw. */
export function executeBulk(
  execution: WriteExecution,
  plan: BulkPlan,
): Awaitable<WrittenRows | AffectedRows> {
  const { executor } = execution;
  switch (plan.kind) {
    case 'bulk-create':
      return executeCreates(execution, plan);
    case 'bulk-update-items':
      return executeItems(execution, plan);
    case 'bulk-update':
      return plan.entity.observedWrites.update
        ? executor.writeWithListeners(() => updateSelection(execution, plan))
        : executor.write(() => updateSelection(execution, plan));
    case 'bulk-delete':
      return plan.entity.observedWrites.delete
        ? executor.writeWithListeners(() => deleteSelection(execution, plan))
        : executor.write(() => deleteSelection(execution, plan));
  }
}

function executeCreates(execution: WriteExecution, { items }: BulkCreatePlan): Awaitable<WrittenRows> {
  const { executor, programs } = execution;
  const isObserved = items.some(({ entity }) => entity.observedWrites.create);
  // Statements are compiled before the transaction begins: a failure to compile must not leave it open.
  const inserts = items.map((plan) => ({ plan, readBack: programs.select(plan.readBack) }));
  const step = () => runSteps(execution, isObserved, (progress) => createRows(execution, inserts, progress));
  if (isObserved || !executor.sendsTogether) return step();
  const batches = items.flatMap((plan) => buildCreateBatch(programs, plan) ?? []);
  if (batches.length < items.length) return step();
  return recover(() => executor.write(() => sendInserts(batches)), retryInSteps(step));
}

function executeItems(execution: WriteExecution, plan: BulkItemsPlan): Awaitable<AffectedRows> {
  const { executor } = execution;
  const isObserved = plan.items.some(({ update }) => update.entity.observedWrites.update);
  const step = () => runSteps(execution, isObserved, (progress) => updateItems(execution, plan, progress));
  if (!executor.sendsTogether || !plan.items.every(({ update }) => isPlainUpdate(update))) return step();
  return recover(() => executor.write(() => sendUpdates(execution, plan)), retryInSteps(step));
}

/** Runs a script whose errors are those of the item that it is at. */
function runSteps<T>(
  { executor }: WriteExecution,
  isObserved: boolean,
  script: (progress: Progress) => Script<T>,
): Awaitable<T> {
  const progress: Progress = { at: null };
  const start = () => {
    progress.at = null;
    return script(progress);
  };
  return recover(
    () => (isObserved ? executor.writeWithListeners(start) : executor.write(start)),
    (error) => {
      throw progress.at === null ? error : placeError(error, `/${progress.at}`);
    },
  );
}

function placeError(error: unknown, place: string): unknown {
  if (error instanceof ApiError) return moveErrorWithin(error, place);
  return error instanceof DatabaseError ? error.within(place) : error;
}

/** Runs the steps after a failure that one of them explains. */
function retryInSteps<T>(step: () => Awaitable<T>): (error: unknown) => Awaitable<T> {
  return (error) => {
    const isOfItem =
      error instanceof UnwrittenRowError || (error instanceof DatabaseError && isOfStatement[error.kind]);
    if (!isOfItem) throw error;
    return step();
  };
}

/** The kinds of errors that the values of one statement cause. */
const isOfStatement: Readonly<Record<DatabaseErrorKind, boolean>> = {
  unique: true,
  'foreign-key': true,
  value: true,
  conflict: false,
  locked: false,
  timeout: false,
  cancelled: false,
  unavailable: false,
  unprintable: false,
  unknown: false,
};
