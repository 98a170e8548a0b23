// Writes whose statements are known beforehand, the read-back too: they take one round trip where the driver can. What
// cannot be told from their answers is left to the scripts of `write-script.ts`, which ask step by step.
import { ApiError } from '../errors.js';
import { keyValues } from '../plan/id-value.js';
import type { CreatePlan, UpdatePlan } from '../plan/plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { madeValues } from './made-values.js';
import { selectedRow, type SelectedRows } from './read-rows.js';
import { callOf, type Answer } from './script.js';

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
  if (!program || !isReadAtOnce(program)) return null;
  const insert = callOf(shapes.insert(entity, columns).statement, [...values, ...madeValues(entity)]);
  const calls = [insert, callOf(program.statement, [])];
  return after(executor.writeTogether(calls), (answers) => written(program, answers));
}

/** Sets the columns given and reads the row back; null, and nothing is written, when that takes more than one step. */
export function updateTogether(
  executor: Executor,
  shapes: ReachedShapes,
  plan: UpdatePlan,
  program: SelectProgram,
): Awaitable<SelectedRows | null> {
  const { entity, id, columns, values } = plan;
  if (entity.followed.update || plan.edges.length > 0 || columns.length === 0 || shapes.hides(entity))
    return null;
  if (!isReadAtOnce(program)) return null;
  const update = callOf(shapes.update(entity, columns), [...values, id]);
  const calls = [update, callOf(program.statement, keyValues(id))];
  return after(executor.writeTogether(calls), (answers) => written(program, answers));
}

/** One statement reads the row, and printing it cannot fail: it can wait for the end of the transaction. */
function isReadAtOnce({ mayThrow, inRows }: SelectProgram): boolean {
  return !mayThrow && !inRows;
}

/** A write that found no row leaves it to the scripts to say why. Throws `not_found` for a row that does not show. */
function written(program: SelectProgram, [write, read]: readonly Answer[]): SelectedRows | null {
  if (!write || !read || write.affected === 0) return null;
  const selected = selectedRow(program, read);
  if (selected.count === 0) throw new ApiError('not_found');
  return selected;
}
