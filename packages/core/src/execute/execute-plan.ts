// Plan -> what the database gave. Which statements that takes is in the scripts, how they are run in the executors.
import type { Plan } from '../plan/plan.js';
import { planReadBack } from '../plan/select-plan.js';
import type { CompiledShapes } from '../sql/compiled-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import type { Executor } from './executor.js';
import type { Script } from './script.js';
import { selectRows, type SelectedRows } from './select-script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';

/** Rows with the program that prints them. */
export interface Executed extends SelectedRows {
  readonly program: SelectProgram;
}

/** Runs a plan; null after a delete. Throws `ApiError` and `DatabaseError`. */
export async function executePlan(
  executor: Executor,
  shapes: CompiledShapes,
  plan: Plan,
): Promise<Executed | null> {
  switch (plan.kind) {
    case 'select': {
      const program = shapes.select(plan.shape);
      return { program, ...(await executor.read(() => selectRows(program, plan.values))) };
    }
    case 'create': {
      const selected = await write(executor, plan.entity.table.hooks.insert, () => createRow(shapes, plan));
      return { program: readBackOf(shapes, plan), ...selected };
    }
    case 'update': {
      const selected = await write(executor, plan.entity.table.hooks.update, () => updateRow(shapes, plan));
      return { program: readBackOf(shapes, plan), ...selected };
    }
    case 'delete':
      await write(executor, plan.entity.table.hooks.remove, () => deleteRow(shapes, plan));
      return null;
  }
}

function write<T>(executor: Executor, followed: boolean, script: () => Script<T>): Promise<T> {
  return followed ? executor.followedWrite(script) : executor.write(script);
}

function readBackOf(
  shapes: CompiledShapes,
  { entity }: Extract<Plan, { kind: 'create' | 'update' }>,
): SelectProgram {
  return shapes.select(planReadBack(entity, []).shape);
}
