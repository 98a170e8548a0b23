// Reads a written row back, before its transaction ends.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import { toId } from '../plan/id-value.js';
import type { CreatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import { createWriteTooLarge, isOverSize, type WriteLimit } from '../sql/response-size.js';
import type { SelectProgram } from '../sql/select-program.js';
import { createLostRowError } from './lost-row.js';
import { toSelectedRow, type SelectedRows } from './read-rows.js';
import { bindStatement, type Script } from './script.js';
import type { UnreadRow } from './unread-row.js';

/** A row that was inserted, by its key. */
interface NewRow {
  readonly plan: CreatePlan;
  readonly key: readonly unknown[];
}

/** Reads a new row back, if there is a program for it. Throws `forbidden` where a policy hides it. */
export function* readNewRow(
  programs: Programs,
  { plan: { entity, returns }, key }: NewRow,
  readBack: SelectProgram | null,
): Script<SelectedRows | UnreadRow> {
  if (!readBack) return { id: toId(key) };
  const row = { programs, entity, key, returns, createMissingError: createLostRowError };
  return yield* readRow(row, readBack);
}

/** The row that a write ends with. */
interface WrittenRow {
  readonly programs: Programs;
  readonly entity: EntityModel;
  readonly key: readonly unknown[];
  readonly returns: CreatePlan['returns'];
  /** Creates the error for a row that is missing although no policy hides rows of the entity. */
  readonly createMissingError: () => Error;
}

/**
 * Reads the row back. Throws `forbidden` for a row that a policy hides now, and `response_too_large` for one that the answer
 * would show.
 */
export function* readRow(row: WrittenRow, program: SelectProgram): Script<SelectedRows> {
  const { programs, entity, key, returns, createMissingError } = row;
  const selected = toSelectedRow(program, yield bindStatement(program.statement, key));
  if (selected.cut && program.inRows) return yield* readRow(row, program.inRows());
  if (selected.count === 0)
    throw programs.isRestricted(entity) ? new ApiError('forbidden') : createMissingError();
  return printBeforeCommit(selected, returns === 'minimal' ? null : programs.writeLimit);
}

/** Prints a written row: one that cannot be printed, or exceeds the limit, is rolled back. Answers without a limit do not show it. */
export function printBeforeCommit(selected: SelectedRows, limit: WriteLimit | null): SelectedRows {
  const { mayThrow, printer } = selected.program;
  if (!limit && !mayThrow) return selected;
  const text = printer.print(selected, Infinity);
  if (limit && isOverSize(text, limit.maxBytes)) throw createWriteTooLarge(limit);
  selected.text = text;
  return selected;
}
