// Runs a plan. Scripts decide which statements to run, executors how.
import type { CheckSubscribers } from '../model/scan/late-subscribers.js';
import { toId } from '../plan/id-value.js';
import type { AggregatePlan, ExportPlan, SelectPlan, SelectSource } from '../plan/plan.js';
import type { Plan } from '../plan/planner.js';
import type { Programs } from '../sql/bound-programs.js';
import type { Awaitable } from './awaitable.js';
import { executeWrite } from './execute-write.js';
import type { Executor } from './executor.js';
import { startExport, type ExportSettings } from './export-script.js';
import type { RequestHooks } from './hook-calls.js';
import type { KeyedAnswer } from './idempotent-script.js';
import type { KeyedRequest } from './keyed-writes.js';
import { readGroups, type GroupedRows } from './read-groups.js';
import { readRows, type SelectedRows } from './read-rows.js';
import type { RunningExport } from './running-export.js';
import type { WriteResult } from './write.js';

/** The context in which a plan runs. */
interface Execution {
  readonly executor: Executor;
  readonly programs: Programs;
  readonly hooks: RequestHooks;
  readonly checkSubscribers: CheckSubscribers;
  readonly exports: ExportSettings;
  /** For a write with an idempotency key; otherwise null. */
  readonly keyed: KeyedRequest<WriteResult> | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** The result of a plan, to be rendered; null after a delete. */
export type Executed = Exclude<WriteResult, null> | GroupedRows | RunningExport | KeyedAnswer | null;

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
    case 'update':
    case 'delete':
    case 'restore':
    case 'bulk-create':
    case 'bulk-update-items':
    case 'bulk-update':
    case 'bulk-delete':
      return executeWrite(execution, plan);
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
