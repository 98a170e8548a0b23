// Plan -> what the database gave. Which statements that takes is in the scripts, how they are run in the executors.
import type { CreatePlan, DeletePlan, Plan, SelectPlan, UpdatePlan } from '../plan/plan.js';
import { idOfKey } from '../plan/id-value.js';
import { planReadBack } from '../plan/select-plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { readRows, type SelectedRows } from './read-rows.js';
import type { RequestHooks } from './request-hooks.js';
import type { Script } from './script.js';
import { createRow, deleteRow, updateRow } from './write-script.js';
import { createTogether, updateTogether } from './write-together.js';

/** What a plan is run with. */
export interface Execution {
  readonly executor: Executor;
  readonly shapes: ReachedShapes;
  readonly hooks: RequestHooks;
}

/** Runs a plan; null after a delete. Throws `ApiError` and `DatabaseError`, and what hooks throw. */
export function executePlan(execution: Execution, plan: Plan): Awaitable<SelectedRows | null> {
  const { executor, shapes, hooks } = execution;
  switch (plan.kind) {
    case 'select':
      return plan.shape.subject.hooked ? watchedRead(execution, plan) : read(execution, plan);
    case 'create': {
      const readBack = readBackOf(shapes, plan);
      return after(
        createTogether(executor, shapes, plan),
        (row) => row ?? write(execution, plan, () => createRow(shapes, hooks, plan, readBack)),
      );
    }
    case 'update': {
      const readBack = readBackOf(shapes, plan);
      return after(
        updateTogether(executor, shapes, plan, readBack),
        (row) => row ?? write(execution, plan, () => updateRow(shapes, hooks, plan, readBack)),
      );
    }
    case 'delete':
      return after(
        write(execution, plan, () => deleteRow(shapes, hooks, plan)),
        () => null,
      );
  }
}

async function watchedRead(execution: Execution, plan: SelectPlan): Promise<SelectedRows> {
  const { subject, source, window } = plan.shape;
  const { hooks } = execution;
  const id = source.from === 'id' ? idOfKey(plan.values) : plan.values[0];
  const by = source.from === 'edge' ? { entity: source.parent.name, edge: source.edge.property, id } : null;
  const tell = (moment: 'before' | 'after') =>
    window.kind === 'one'
      ? hooks.read(moment, 'read', subject, { id: by ? undefined : id, by })
      : hooks.read(moment, 'list', subject, { by });
  await tell('before');
  const selected = await read(execution, plan);
  if (selected.count > 0 || window.kind !== 'one') await tell('after');
  return selected;
}

function read({ executor, shapes }: Execution, plan: SelectPlan): Awaitable<SelectedRows> {
  return readRows(executor, shapes.select(plan.shape), plan);
}

function write<T>(
  { executor }: Execution,
  { kind, entity }: CreatePlan | UpdatePlan | DeletePlan,
  script: () => Script<T>,
): Awaitable<T> {
  return entity.followed[kind] ? executor.followedWrite(script) : executor.write(script);
}

/** Compiled before anything is started: what fails later must not leave a write alone that nothing waits for. */
function readBackOf(shapes: ReachedShapes, { entity }: CreatePlan | UpdatePlan) {
  return shapes.select(planReadBack(entity, []).shape);
}
