// Plan -> what the database gave. Which statements that takes is in the scripts, how they are run in the executors.
import type { Plan, SelectPlan } from '../plan/plan.js';
import { planReadBack } from '../plan/select-plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
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
export async function executePlan(execution: Execution, plan: Plan): Promise<Executed | null> {
  const { executor, shapes, hooks } = execution;
  switch (plan.kind) {
    case 'select':
      return plan.shape.subject.hooked ? watchedRead(execution, plan) : read(execution, plan);
    case 'create':
      return {
        program: readBackOf(shapes, plan),
        ...((await createTogether(executor, shapes, plan)) ??
          (await write(executor, plan.entity.followed.create, () => createRow(shapes, hooks, plan)))),
      };
    case 'update':
      return {
        program: readBackOf(shapes, plan),
        ...((await updateTogether(executor, shapes, plan)) ??
          (await write(executor, plan.entity.followed.update, () => updateRow(shapes, hooks, plan)))),
      };
    case 'delete':
      await write(executor, plan.entity.followed.delete, () => deleteRow(shapes, hooks, plan));
      return null;
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

async function read({ executor, shapes }: Execution, plan: SelectPlan): Promise<Executed> {
  const { shape, values } = plan;
  const program = shapes.select(shape);
  const calls =
    program.children.length > 0 && shape.source.from === 'id'
      ? readCalls(program, shape.subject, values[0])
      : null;
  const selected = calls
    ? selectedOf(program, await executor.readTogether(calls))
    : await executor.read(() => selectRows(program, values));
  return { program, ...selected };
}

function write<T>(executor: Executor, followed: boolean, script: () => Script<T>): Promise<T> {
  return followed ? executor.followedWrite(script) : executor.write(script);
}

function readBackOf(
  shapes: ReachedShapes,
  { entity }: Extract<Plan, { kind: 'create' | 'update' }>,
): SelectProgram {
  return shapes.select(planReadBack(entity, []).shape);
}
