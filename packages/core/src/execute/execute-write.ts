// Runs writes: each in one transaction, as a batch of two statements where its script would need no more.
import { ApiError } from '../errors.js';
import { getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, DeletePlan, UpdatePlan, WritePlan } from '../plan/plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { generateValues } from './generated-values.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { bindStatement, type BoundStatement, type QueryResult, type Script } from './script.js';
import type { WriteContext } from './observed-write-script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';

/** What writes run with. */
export interface WriteExecution extends WriteContext {
  readonly executor: Executor;
}

/** The row that a write ends with; null after a delete. */
export type WriteResult = SelectedRows | null;

/** A write that is ready to run. */
interface Write {
  /** Listeners or hooks observe it. */
  readonly isObserved: boolean;
  /** Runs instead of the script, unless it writes no row; null where the script takes more steps. */
  readonly batch: WriteBatch | null;
  /** Starts the script; called for each attempt. */
  readonly script: () => Script<WriteResult>;
}

/** Runs a write. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executeWrite(execution: WriteExecution, plan: WritePlan): Awaitable<WriteResult> {
  const { executor } = execution;
  const { isObserved, batch, script } = createWrite(execution, plan);
  if (batch) return after(runBatch(executor, batch), (row) => row ?? executor.write(script));
  return isObserved ? executor.writeWithListeners(script) : executor.write(script);
}

/** Statements are compiled before the transaction begins: a failure to compile must not leave it open. */
function createWrite(context: WriteContext, plan: WritePlan): Write {
  switch (plan.kind) {
    case 'create':
      return createCreate(context, plan);
    case 'update':
      return createUpdate(context, plan);
    case 'delete':
      return createDelete(context, plan);
  }
}

function createCreate(context: WriteContext, plan: CreatePlan): Write {
  const readBack = context.programs.select(plan.readBack);
  return {
    isObserved: plan.entity.observedWrites.create,
    batch: buildCreateBatch(context.programs, plan),
    script: () => createRow(context, plan, readBack),
  };
}

function createUpdate(context: WriteContext, plan: UpdatePlan): Write {
  const readBack = context.programs.select(plan.readBack);
  return {
    isObserved: plan.entity.observedWrites.update,
    batch: buildUpdateBatch(context.programs, plan, readBack),
    script: () => updateRow(context, plan, readBack),
  };
}

function createDelete(context: WriteContext, plan: DeletePlan): Write {
  return {
    isObserved: plan.entity.observedWrites.delete,
    batch: null,
    *script() {
      yield* deleteRow(context, plan);
      return null;
    },
  };
}

/** A write and the read of its row. */
export interface WriteBatch {
  readonly calls: readonly [write: BoundStatement, read: BoundStatement];
  readonly readBack: SelectProgram;
}

/** Builds the batch of a create; null when it takes more than one step. */
export function buildCreateBatch(programs: Programs, plan: CreatePlan): WriteBatch | null {
  const { entity, columns, values } = plan;
  if (entity.observedWrites.create || plan.edges.length > 0 || plan.clientId || programs.isRestricted(entity))
    return null;
  const readBack = programs.selectInserted(entity);
  if (!readBack || !isReadByOneStatement(readBack)) return null;
  const insert = bindStatement(programs.insert(entity, columns).statement, [
    ...values,
    ...generateValues(entity),
  ]);
  return { calls: [insert, bindStatement(readBack.statement, [])], readBack };
}

/** Builds the batch of an update; null when it takes more than one step. */
function buildUpdateBatch(programs: Programs, plan: UpdatePlan, readBack: SelectProgram): WriteBatch | null {
  const { entity, id, columns, values } = plan;
  if (
    entity.observedWrites.update ||
    plan.edges.length > 0 ||
    columns.length === 0 ||
    programs.isRestricted(entity)
  )
    return null;
  if (!isReadByOneStatement(readBack)) return null;
  const update = bindStatement(programs.update(entity, columns), [...values, id]);
  return { calls: [update, bindStatement(readBack.statement, getKeyValues(id))], readBack };
}

/** One statement reads the row, and printing it cannot fail: it can wait for the end of the transaction. */
function isReadByOneStatement({ mayThrow, inRows }: SelectProgram): boolean {
  return !mayThrow && !inRows;
}

/** Runs a batch in one transaction; null when it wrote no row. Throws `not_found` when the row cannot be read. */
function runBatch(executor: Executor, { calls, readBack }: WriteBatch): Awaitable<SelectedRows | null> {
  return after(executor.writeBatch(calls), (answers) => toWrittenRow(readBack, answers));
}

function toWrittenRow(program: SelectProgram, [write, read]: readonly QueryResult[]): SelectedRows | null {
  if (!write || !read || write.affected === 0) return null;
  const selected = toSelectedRow(program, read);
  if (selected.count === 0) throw new ApiError('not_found');
  return selected;
}
