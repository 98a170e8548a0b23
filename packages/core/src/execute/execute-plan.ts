// Plan -> what the database gave. Which statements that takes is in the scripts, how they are run in the executors.
import type { CreatePlan, DeletePlan, Plan, SelectPlan, UpdatePlan } from '../plan/plan.js';
import { planReadBack } from '../plan/select-plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import type { RequestHooks } from './request-hooks.js';
import type { Script } from './script.js';
import { readCalls, selectedOf, selectRows, type SelectedRows } from './select-script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';
import { createTogether, updateTogether } from './write-together.js';

/** Rows with the program that prints them. */
export interface Executed extends SelectedRows {
  readonly program: SelectProgram;
}

/** What a plan is run with. */
export interface Execution {
  readonly executor: Executor;
  readonly shapes: ReachedShapes;
  readonly hooks: RequestHooks;
}

/** Runs a plan; null after a delete. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executePlan(execution: Execution, plan: Plan): Awaitable<Executed | null> {
  const { executor, shapes, hooks } = execution;
  switch (plan.kind) {
    case 'select':
      return plan.shape.subject.hooked ? watchedRead(execution, plan) : read(execution, plan);
    case 'create':
      return written(execution, plan, createTogether(executor, shapes, plan), () =>
        createRow(shapes, hooks, plan),
      );
    case 'update':
      return written(execution, plan, updateTogether(executor, shapes, plan), () =>
        updateRow(shapes, hooks, plan),
      );
    case 'delete':
      return after(
        write(execution, plan, () => deleteRow(shapes, hooks, plan)),
        () => null,
      );
  }
}

async function watchedRead(execution: Execution, plan: SelectPlan): Promise<Executed> {
  const { subject, source, window } = plan.shape;
  const { hooks } = execution;
  const id = plan.values[0];
  const by = source.from === 'edge' ? { entity: source.parent.name, edge: source.edge.property, id } : null;
  const tell = (moment: 'before' | 'after') =>
    window.kind === 'one'
      ? hooks.read(moment, 'read', subject, { id: by ? undefined : id, by })
      : hooks.read(moment, 'list', subject, { by });
  await tell('before');
  const executed = await read(execution, plan);
  if (executed.count > 0 || window.kind !== 'one') await tell('after');
  return executed;
}

function read({ executor, shapes }: Execution, plan: SelectPlan): Awaitable<Executed> {
  const { shape, values } = plan;
  const program = shapes.select(shape);
  const calls =
    program.children.length > 0 && shape.source.from === 'id'
      ? readCalls(program, shape.subject, values[0])
      : null;
  const selected = calls
    ? after(executor.readTogether(calls), (answers) => selectedOf(program, answers))
    : executor.read(() => selectRows(program, values));
  return printedBy(program, selected);
}

/** What was written together, or step by step where that was not to be. */
function written(
  execution: Execution,
  plan: CreatePlan | UpdatePlan,
  together: Awaitable<SelectedRows | null>,
  script: () => Script<SelectedRows>,
): Awaitable<Executed> {
  const selected = after(together, (done) => done ?? write(execution, plan, script));
  return printedBy(readBackOf(execution.shapes, plan), selected);
}

function printedBy(program: SelectProgram, selected: Awaitable<SelectedRows>): Awaitable<Executed> {
  return after(selected, (rows) => ({ program, ...rows }));
}

function write<T>(
  { executor }: Execution,
  { kind, entity }: CreatePlan | UpdatePlan | DeletePlan,
  script: () => Script<T>,
): Awaitable<T> {
  return entity.followed[kind] ? executor.followedWrite(script) : executor.write(script);
}

function readBackOf(shapes: ReachedShapes, { entity }: CreatePlan | UpdatePlan): SelectProgram {
  return shapes.select(planReadBack(entity, []).shape);
}
