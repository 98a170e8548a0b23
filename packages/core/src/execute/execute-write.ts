// Runs writes: each in one transaction, as a batch of two statements where its script would need no more.
import { ApiError } from '../errors.js';
import { getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, DeletePlan, UpdatePlan, WritePlan } from '../plan/plan.js';
import { getOnlyVersion } from '../plan/precondition-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, recover, type Awaitable } from './awaitable.js';
import { isLinkedToParent } from './edge-script.js';
import type { Executor } from './executor.js';
import { generateValues } from './generated-values.js';
import { createNestedRows, placeNestedError, type NestedProgress } from './nested-script.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { bindStatement, emptyResult, type BoundStatement, type QueryResult, type Script } from './script.js';
import type { KeyedAnswer } from './idempotent-script.js';
import type { KeyedRequest } from './keyed-writes.js';
import type { WriteContext } from './observed-write-script.js';
import { decodeStoredId } from './stored-id.js';
import { selectReadBack, type UnreadRow } from './unread-row.js';
import { createRow, deleteRow, updateRow } from './write-script.js';

/** What writes run with. */
interface WriteExecution extends WriteContext {
  readonly executor: Executor;
  /** For a request with an idempotency key; otherwise null. */
  readonly keyed: KeyedRequest<WriteResult> | null;
}

/** The row that a write ends with; null after a delete. */
export type WriteResult = SelectedRows | UnreadRow | null;

/** A write that is ready to run. */
interface Write {
  /** Listeners or hooks observe it. */
  readonly isObserved: boolean;
  /** Runs instead of the script, unless it writes no row; null where the script takes more steps. */
  readonly batch: WriteBatch | null;
  /** Starts the script; called for each attempt. */
  readonly script: () => Script<WriteResult>;
  /** The error of the part of the body that failed; null where there are no parts. */
  readonly placeError: ((error: unknown) => unknown) | null;
}

/** Runs a write. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executeWrite(
  execution: WriteExecution,
  plan: WritePlan,
): Awaitable<WriteResult | KeyedAnswer> {
  const write = createWrite(execution, plan);
  const { placeError } = write;
  return placeError
    ? recover(() => runWrite(execution, write), throwPlaced(placeError))
    : runWrite(execution, write);
}

function runWrite({ executor, keyed }: WriteExecution, write: Write): Awaitable<WriteResult | KeyedAnswer> {
  if (keyed) return keyed.writes.run(executor, keyed, write);
  const { isObserved, batch, script } = write;
  if (batch) return after(runBatch(executor, batch), (row) => row ?? executor.write(script));
  return isObserved ? executor.writeWithListeners(script) : executor.write(script);
}

function throwPlaced(placeError: (error: unknown) => unknown): (error: unknown) => never {
  return (error) => {
    throw placeError(error);
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
  }
}

function createCreate(context: WriteContext, plan: CreatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.create,
    batch: buildCreateBatch(context.programs, plan, readBack),
    script: () => createRow(context, plan, readBack),
    placeError: null,
  };
}

function createNested(context: WriteContext, plan: CreatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  const progress: NestedProgress = { at: null };
  return {
    isObserved: [plan, ...plan.nested.map((row) => row.plan)].some(
      ({ entity }) => entity.observedWrites.create,
    ),
    batch: null,
    script() {
      progress.at = null;
      return createNestedRows(context, { plan, readBack }, progress);
    },
    placeError: (error) => (progress.at ? placeNestedError(error, progress.at) : error),
  };
}

function createUpdate(context: WriteContext, plan: UpdatePlan): Write {
  const readBack = selectReadBack(context.programs, plan);
  return {
    isObserved: plan.entity.observedWrites.update,
    batch: buildUpdateBatch(context.programs, plan, readBack),
    script: () => updateRow(context, plan, readBack),
    placeError: null,
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
    placeError: null,
  };
}

/** A write, and the read of its row where there is one. */
interface WriteBatch {
  readonly calls: readonly BoundStatement[];
  /** The result from the answers of a write that wrote a row. */
  readonly toResult: (answers: readonly QueryResult[]) => WriteResult;
}

/** Builds the batch of a create; null when it takes more than one step. */
function buildCreateBatch(
  programs: Programs,
  plan: CreatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity, columns, values } = plan;
  if (entity.observedWrites.create || plan.edges.length > 0 || plan.clientId || programs.isRestricted(entity))
    return null;
  if (isLinkedToParent(plan)) return null;
  const inserted = readBack && programs.selectInserted(entity);
  if (readBack && (!inserted || !isReadByOneStatement(inserted))) return null;
  const { statement, insertedKey } = programs.insert(entity, columns);
  const bound = [...values, ...generateValues(entity)];
  const insert = bindStatement(statement, bound);
  if (inserted) return buildReadingBatch(insert, bindStatement(inserted.statement, []), inserted);
  const toResult = ([answer]: readonly QueryResult[]) => ({
    id: decodeStoredId(entity, insertedKey(answer ?? emptyResult, bound)),
  });
  return { calls: [insert], toResult };
}

/** Builds the batch of an update; null when it takes more than one step. */
function buildUpdateBatch(
  programs: Programs,
  plan: UpdatePlan,
  readBack: SelectProgram | null,
): WriteBatch | null {
  const { entity, id, columns, values, precondition } = plan;
  const only = precondition && getOnlyVersion(precondition);
  if (
    entity.observedWrites.update ||
    plan.edges.length > 0 ||
    columns.length === 0 ||
    (precondition && !only) ||
    programs.isRestricted(entity)
  )
    return null;
  const update = only
    ? bindStatement(programs.update(entity, columns, only.field), [...values, id, only.version])
    : bindStatement(programs.update(entity, columns), [...values, id]);
  if (!readBack) return { calls: [update], toResult: () => ({ id }) };
  if (!isReadByOneStatement(readBack)) return null;
  return buildReadingBatch(update, bindStatement(readBack.statement, getKeyValues(id)), readBack);
}

/** One statement reads the row, and printing it cannot fail: it can wait for the end of the transaction. */
function isReadByOneStatement({ mayThrow, inRows }: SelectProgram): boolean {
  return !mayThrow && !inRows;
}

/** Its result throws `not_found` when the row cannot be read. */
function buildReadingBatch(write: BoundStatement, read: BoundStatement, program: SelectProgram): WriteBatch {
  return {
    calls: [write, read],
    toResult([, answer = emptyResult]) {
      const selected = toSelectedRow(program, answer);
      if (selected.count === 0) throw new ApiError('not_found');
      return selected;
    },
  };
}

/** Runs a batch in one transaction; null when it wrote no row. */
function runBatch(executor: Executor, { calls, toResult }: WriteBatch): Awaitable<WriteResult> {
  return after(executor.writeBatch(calls), (answers) => (answers[0]?.affected ? toResult(answers) : null));
}
