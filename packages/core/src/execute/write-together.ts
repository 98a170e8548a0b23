// Writes whose statements are known beforehand, the read-back too: they take one round trip where the driver can. What
// cannot be told from their answers is left to the scripts of `write-script.ts`, which ask step by step.
import { ApiError } from '../errors.js';
import type { CreatePlan, UpdatePlan } from '../plan/plan.js';
import { planReadBack } from '../plan/select-plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { madeValues } from './made-values.js';
import { callOf, type Answer, type StatementCall } from './script.js';
import { readCalls, selectedOf, type SelectedRows } from './select-script.js';

/**
 * Inserts a row and reads it back; null, and nothing is written, when that takes more than one step. One is to see whether
 * the row is within reach, or whether it can be printed, before the transaction ends.
 */
export function createTogether(
  executor: Executor,
  shapes: ReachedShapes,
  plan: CreatePlan,
): Awaitable<SelectedRows | null> {
  const { entity, columns, values } = plan;
  if (entity.followed.create || plan.edges.length > 0 || plan.clientId || shapes.hides(entity)) return null;
  const program = shapes.inserted(entity);
  if (!program || program.mayThrow || program.children.length > 0) return null;
  const insert = callOf(shapes.insert(entity, columns).statement, [...values, ...madeValues(entity)]);
  const calls = [insert, callOf(program.statement, [])];
  return after(executor.writeTogether(calls), (answers) => written(program, answers));
}

/** Sets the columns given and reads the row back; null, and nothing is written, when that takes more than one step. */
export function updateTogether(
  executor: Executor,
  shapes: ReachedShapes,
  plan: UpdatePlan,
): Awaitable<SelectedRows | null> {
  const { entity, id, columns, values } = plan;
  if (entity.followed.update || plan.edges.length > 0 || columns.length === 0 || shapes.hides(entity))
    return null;
  const program = shapes.select(planReadBack(entity, []).shape);
  const read = program.mayThrow ? null : readCalls(program, entity, id);
  if (!read) return null;
  const update: StatementCall = callOf(shapes.update(entity, columns), [...values, id]);
  return after(executor.writeTogether([update, ...read]), (answers) => written(program, answers));
}

/** A write that found no row leaves it to the scripts to say why. Throws `not_found` for a row that does not show. */
function written(program: SelectProgram, [write, ...read]: readonly Answer[]): SelectedRows | null {
  if (write?.affected === 0) return null;
  const selected = selectedOf(program, read);
  if (selected.count === 0) throw new ApiError('not_found');
  return selected;
}
