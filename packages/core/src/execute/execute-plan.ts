// Plan -> what the database gave. Which statements that takes is in the scripts, how they are run in the executors.
import type { Plan, SelectPlan } from '../plan/plan.js';
import { planReadBack } from '../plan/select-plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import type { Executor } from './executor.js';
import type { Script } from './script.js';
import { readCalls, selectedOf, selectRows, type SelectedRows } from './select-script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';
import { createTogether, updateTogether } from './write-together.js';

/** Rows with the program that prints them. */
export interface Executed extends SelectedRows {
  readonly program: SelectProgram;
}

/** Runs a plan; null after a delete. Throws `ApiError` and `DatabaseError`. */
export async function executePlan(
  executor: Executor,
  shapes: ReachedShapes,
  plan: Plan,
): Promise<Executed | null> {
  switch (plan.kind) {
    case 'select':
      return read(executor, shapes, plan);
    case 'create':
      return {
        program: readBackOf(shapes, plan),
        ...((await createTogether(executor, shapes, plan)) ??
          (await write(executor, plan.entity.table.hooks.insert, () => createRow(shapes, plan)))),
      };
    case 'update':
      return {
        program: readBackOf(shapes, plan),
        ...((await updateTogether(executor, shapes, plan)) ??
          (await write(executor, plan.entity.table.hooks.update, () => updateRow(shapes, plan)))),
      };
    case 'delete':
      await write(executor, plan.entity.table.hooks.remove, () => deleteRow(shapes, plan));
      return null;
  }
}

async function read(executor: Executor, shapes: ReachedShapes, plan: SelectPlan): Promise<Executed> {
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
