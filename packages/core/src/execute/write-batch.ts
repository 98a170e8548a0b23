// Writes whose statements are all known beforehand, the read-back included: one round trip where the driver supports it.
// Other writes run step by step, and so do batches that wrote no row, to find out why: see write-script.ts.
import { ApiError } from '../errors.js';
import { getKeyValues } from '../plan/id-value.js';
import type { CreatePlan, UpdatePlan } from '../plan/plan.js';
import type { Programs } from '../sql/programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { after, type Awaitable } from './awaitable.js';
import type { Executor } from './executor.js';
import { generateValues } from './generated-values.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { bindStatement, type QueryResult, type BoundStatement } from './script.js';

/** A write and the read of its row. */
export interface WriteBatch {
  readonly calls: readonly [write: BoundStatement, read: BoundStatement];
  readonly readBack: SelectProgram;
}

/** Compiles a create as a batch; null when it takes more than one step. */
export function createBatch(programs: Programs, plan: CreatePlan): WriteBatch | null {
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

/** Compiles an update as a batch; null when it takes more than one step. */
export function updateBatch(
  programs: Programs,
  plan: UpdatePlan,
  readBack: SelectProgram,
): WriteBatch | null {
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
export function runBatch(
  executor: Executor,
  { calls, readBack }: WriteBatch,
): Awaitable<SelectedRows | null> {
  return after(executor.writeBatch(calls), (answers) => readWritten(readBack, answers));
}

function readWritten(program: SelectProgram, [write, read]: readonly QueryResult[]): SelectedRows | null {
  if (!write || !read || write.affected === 0) return null;
  const selected = toSelectedRow(program, read);
  if (selected.count === 0) throw new ApiError('not_found');
  return selected;
}
