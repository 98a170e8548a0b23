// Runs a plan. Scripts decide which statements to run, executors how.
import { ApiError } from '../errors.js';
import { toId, getKeyValues } from '../plan/id-value.js';
import type {
  AggregatePlan,
  CreatePlan,
  DeletePlan,
  ExportPlan,
  Plan,
  SelectPlan,
  SelectSource,
  UpdatePlan,
} from '../plan/plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { startExport, type ExportSettings } from './export-script.js';
import { generateValues } from './generated-values.js';
import type { RequestHooks } from './hook-calls.js';
import { readGroups, type GroupedRows } from './read-groups.js';
import { readRows, type SelectedRows, toSelectedRow } from './read-rows.js';
import type { RunningExport } from './running-export.js';
import { type Script, bindStatement, type QueryResult, type BoundStatement } from './script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';

/** The context in which a plan runs. */
interface Execution {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly hooks: RequestHooks;
  readonly exports: ExportSettings;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** The result of a plan, to be rendered; null after a delete. */
export type Executed = SelectedRows | GroupedRows | RunningExport | null;

/** Runs a plan. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executePlan(execution: Execution, plan: Plan): Awaitable<Executed> {
  switch (plan.kind) {
    case 'export':
      return executeExport(execution, plan);
    case 'select':
      return plan.shape.subject.hasHooks ? readWithHooks(execution, plan) : read(execution, plan);
    case 'aggregate':
      return plan.shape.rows.subject.hasHooks
        ? aggregateWithHooks(execution, plan)
        : aggregate(execution, plan);
    case 'create':
      return executeCreate(execution, plan);
    case 'update':
      return executeUpdate(execution, plan);
    case 'delete':
      return after(
        runWrite(execution, plan, () => deleteRow(execution, plan)),
        () => null,
      );
  }
}

function read({ executor, programs }: Execution, plan: SelectPlan): Awaitable<SelectedRows> {
  return readRows(executor, programs.select(plan.shape), plan);
}

async function readWithHooks(execution: Execution, plan: SelectPlan): Promise<SelectedRows> {
  const callHooks = createReadHookCaller(execution, plan);
  await callHooks('before');
  const selected = await read(execution, plan);
  if (selected.count > 0 || plan.shape.window.kind !== 'one') await callHooks('after');
  return selected;
}

function createReadHookCaller({ hooks }: Execution, { shape, values }: SelectPlan) {
  const { subject, source, window } = shape;
  const id = source.from === 'id' ? toId(values) : values[0];
  const by = describeParent(source, id);
  return (moment: 'before' | 'after') =>
    window.kind === 'one'
      ? hooks.callReadHooks(moment, 'read', subject, { id: by ? undefined : id, by })
      : hooks.callReadHooks(moment, 'list', subject, { by });
}

/** The hooks of a list run before its first row and after its last. */
async function executeExport(execution: Execution, plan: ExportPlan): Promise<RunningExport> {
  const { list } = plan;
  if (!list.shape.subject.hasHooks) return startExport(execution, plan, null);
  const callHooks = createReadHookCaller(execution, list);
  await callHooks('before');
  return startExport(execution, plan, () => callHooks('after'));
}

/** The edge and the parent whose rows are read, for hooks; null for those of a collection. */
function describeParent(source: SelectSource, id: unknown) {
  return source.from === 'edge' ? { entity: source.parent.name, edge: source.edge.property, id } : null;
}

function aggregate({ executor, programs }: Execution, plan: AggregatePlan): Awaitable<GroupedRows> {
  return readGroups(executor, programs.aggregate(plan.shape), plan);
}

/** The hooks of the list whose rows are grouped. */
async function aggregateWithHooks(execution: Execution, plan: AggregatePlan): Promise<GroupedRows> {
  const { subject, source } = plan.shape.rows;
  const by = describeParent(source, plan.values[0]);
  await execution.hooks.callReadHooks('before', 'list', subject, { by });
  const groups = await aggregate(execution, plan);
  await execution.hooks.callReadHooks('after', 'list', subject, { by });
  return groups;
}

function executeCreate(execution: Execution, plan: CreatePlan): Awaitable<SelectedRows> {
  const { programs } = execution;
  // Compiled before the transaction begins: a failure to compile must not leave it open.
  const readBack = programs.select(plan.readBack);
  const runStepwise = () => runWrite(execution, plan, () => createRow(execution, plan, readBack));
  return runBatchFirst(execution, buildCreateBatch(programs, plan), runStepwise);
}

function executeUpdate(execution: Execution, plan: UpdatePlan): Awaitable<SelectedRows> {
  const { programs } = execution;
  const readBack = programs.select(plan.readBack);
  const runStepwise = () => runWrite(execution, plan, () => updateRow(execution, plan, readBack));
  return runBatchFirst(execution, buildUpdateBatch(programs, plan, readBack), runStepwise);
}

function runBatchFirst(
  { executor }: Execution,
  batch: WriteBatch | null,
  runStepwise: () => Awaitable<SelectedRows>,
): Awaitable<SelectedRows> {
  return batch ? after(runBatch(executor, batch), (row) => row ?? runStepwise()) : runStepwise();
}

function runWrite<T>(
  { executor }: Execution,
  { kind, entity }: CreatePlan | UpdatePlan | DeletePlan,
  script: () => Script<T>,
): Awaitable<T> {
  return entity.observedWrites[kind] ? executor.writeWithListeners(script) : executor.write(script);
}

/** A write and the read of its row. */
interface WriteBatch {
  readonly calls: readonly [write: BoundStatement, read: BoundStatement];
  readonly readBack: SelectProgram;
}

/** Builds the batch of a create; null when it takes more than one step. */
function buildCreateBatch(programs: Programs, plan: CreatePlan): WriteBatch | null {
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
