// Runs writes: each in one transaction, as a batch of two statements where its script would need no more.
import type { CheckSubscribers } from '../model/scan/late-subscribers.js';
import type { CreatePlan, DeletePlan, RestorePlan, UpdatePlan, WritePlan } from '../plan/writes.js';
import { recover, settle, type Awaitable } from './awaitable.js';
import { createBulkWrite } from './bulk-write.js';
import { DatabaseError, getStringProperty } from './database-error.js';
import type { Executor } from './executor.js';
import type { KeyedAnswer } from './idempotent-script.js';
import type { KeyedRequest } from './keyed-writes.js';
import {
  createNestedRows,
  isObservedCreate,
  placeNestedError,
  type NestedProgress,
} from './nested-script.js';
import { explainTakenKey } from './insert-row.js';
import type { WriteContext } from './observed-write-script.js';
import { isOfStatement } from './pipelined-script.js';
import { restoreRow } from './restore-script.js';
import { selectReadBack } from './unread-row.js';
import { buildCreateBatch, buildUpdateBatch, runBatch } from './write-batch.js';
import { createRow, deleteRow, updateRow } from './write-script.js';
import type { Write, WriteBatch, WriteResult } from './write.js';

/** What writes run with. */
export interface WriteExecution extends Omit<WriteContext, 'inserting'> {
  readonly executor: Executor;
  readonly checkSubscribers: CheckSubscribers;
  /** For a request with an idempotency key; otherwise null. */
  readonly keyed: KeyedRequest<WriteResult> | null;
}

/** Runs a write. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executeWrite(
  execution: WriteExecution,
  plan: WritePlan,
): Awaitable<WriteResult | KeyedAnswer> {
  execution.checkSubscribers();
  const { programs, hooks } = execution;
  const write = createWrite({ programs, hooks, inserting: { program: null } }, plan);
  const { executor, keyed } = execution;
  if (write.batch && !keyed) return runBatchOrScript(executor, write.batch, write);
  return explain(write, () => runWrite(execution, write));
}

/** An error of the write is one that its steps explain, if they can. */
function explain<T>({ explainError }: Write, run: () => Awaitable<T>): Awaitable<T> {
  if (!explainError) return run();
  return recover(run, (error) => {
    throw explainError(error);
  });
}

function runWrite({ executor, keyed }: WriteExecution, write: Write): Awaitable<WriteResult | KeyedAnswer> {
  if (keyed) return keyed.writes.run(executor, keyed, write);
  const { isObserved, pipeline, search, script } = write;
  if (pipeline && executor.sendsTogether)
    return recover(
      () => executor.write(pipeline),
      explainBy(() => executor.write(script)),
    );
  return isObserved ? executor.writeWithListeners(script, search) : executor.write(script, search);
}

/** Runs the script where the batch wrote no row, or its read found one that may be too large. */
function runBatchOrScript(executor: Executor, batch: WriteBatch, write: Write): Awaitable<WriteResult> {
  const runScript = () => explain(write, () => executor.write(write.script));
  return settle(
    () => runBatch(executor, batch),
    (row) => row ?? runScript(),
    (error) => {
      if (batch.isBounded && isBoundExceeded(error)) return runScript();
      throw write.explainError ? write.explainError(error) : error;
    },
  );
}

/** Whether the read of a batch failed as it should: by a division by zero, in SQLSTATE. */
function isBoundExceeded(error: unknown): boolean {
  return error instanceof DatabaseError && getStringProperty(error.cause, 'code') === '22012';
}

/** Runs the script step by step after a failure that one of its steps explains. */
function explainBy(run: () => Awaitable<WriteResult>): (error: unknown) => Awaitable<WriteResult> {
  return (error) => {
    if (!isOfStatement(error)) throw error;
    return run();
  };
}

/** Statements are compiled before the transaction begins: a failure to compile must not leave it open. */
function createWrite(context: WriteContext, plan: WritePlan): Write {
  switch (plan.kind) {
    case 'create':
      return plan.nested.length > 0 ? createNested(context, plan) : createCreate(context, plan);
    case 'update':
      return createUpdate(context, plan);
    case 'delete':
      return createDelete(context, plan);
    case 'restore':
      return createRestore(context, plan);
    case 'bulk-create':
    case 'bulk-update-items':
    case 'bulk-update':
    case 'bulk-delete':
      return createBulkWrite(context, plan);
  }
}

function createCreate(context: WriteContext, plan: CreatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.create,
    batch: buildCreateBatch(context, plan, readBack),
    pipeline: null,
    script: () => createRow(context, plan, readBack),
    explainError: (error) => explainTakenKey(context.inserting, error),
  };
}

function createNested(context: WriteContext, plan: CreatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  const progress: NestedProgress = { at: null };
  return {
    isObserved: isObservedCreate(plan),
    batch: null,
    pipeline: null,
    script() {
      progress.at = null;
      return createNestedRows(context, { plan, readBack }, progress);
    },
    explainError: (error) => {
      const explained = explainTakenKey(context.inserting, error);
      return progress.at ? placeNestedError(explained, progress.at) : explained;
    },
  };
}

function createUpdate(context: WriteContext, plan: UpdatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.update,
    batch: buildUpdateBatch(context.programs, plan, readBack),
    pipeline: null,
    script: () => updateRow(context, plan, readBack),
    explainError: null,
  };
}

function createDelete(context: WriteContext, plan: DeletePlan): Write {
  return {
    isObserved: plan.entity.observedWrites.delete,
    batch: null,
    pipeline: null,
    *script() {
      yield* deleteRow(context, plan);
      return null;
    },
    explainError: null,
  };
}

function createRestore(context: WriteContext, plan: RestorePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.restore,
    batch: null,
    pipeline: null,
    script: () => restoreRow(context, plan, readBack),
    explainError: null,
  };
}
