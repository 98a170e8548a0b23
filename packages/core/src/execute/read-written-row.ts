// Reads a written row back, before its transaction ends.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { toId } from '../plan/id-value.js';
import type { CreatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';
import { createLostRowError } from './lost-row.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { run, type Script } from './script.js';
import type { UnreadRow } from './unread-row.js';

/** A row that was inserted, by its key. */
interface NewRow {
  readonly plan: CreatePlan;
  readonly key: readonly unknown[];
}

/** Reads a new row back, if there is a program for it. Throws `forbidden` where a policy hides it. */
export function* readNewRow(
  programs: Programs,
  { plan: { entity }, key }: NewRow,
  readBack: SelectProgram | null,
): Script<SelectedRows | UnreadRow> {
  if (!readBack) return { id: toId(key) };
  return yield* readRow({ programs, entity, key, createMissingError: createLostRowError }, readBack);
}

/** The row that a write ends with. */
interface WrittenRow {
  readonly programs: Programs;
  readonly entity: EntityModel;
  readonly key: readonly unknown[];
  /** Creates the error for a row that is missing although no policy hides rows of the entity. */
  readonly createMissingError: () => Error;
}

/** Reads the row back. Throws `forbidden` for a row that a policy hides now. */
export function* readRow(row: WrittenRow, program: SelectProgram): Script<SelectedRows> {
  const { programs, entity, key, createMissingError } = row;
  const selected = toSelectedRow(program, yield* run(program.statement, key));
  if (selected.cut && program.inRows) return yield* readRow(row, program.inRows());
  if (selected.count === 0)
    throw programs.isRestricted(entity) ? new ApiError('forbidden') : createMissingError();
  return printBeforeCommit(selected);
}

/** Prints a written row where that may throw: a row that cannot be printed is rolled back. */
export function printBeforeCommit(selected: SelectedRows): SelectedRows {
  const { mayThrow, printer } = selected.program;
  return mayThrow ? { ...selected, text: printer.print(selected, Infinity) } : selected;
}
