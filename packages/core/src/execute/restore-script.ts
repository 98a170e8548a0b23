// Restores one soft-deleted row. Restoring a row that is not deleted changes nothing: the client may be trying again.
import { ApiError } from '../errors.js';
import { getKeyValues } from '../plan/id-value.js';
import type { RestorePlan } from '../plan/writes.js';
import type { SelectProgram } from '../sql/select-program.js';
import { restoreWithListeners, type WriteContext } from './observed-write-script.js';
import { runRestore } from './dropped-writes.js';
import type { SelectedRows } from './read-rows.js';
import { bindStatement, run, type Script } from './script.js';
import type { UnreadRow } from './unread-row.js';
import { readRow } from './read-written-row.js';

/** Clears the delete date, reads the row back if there is a program for it. Throws `not_found`. */
export function* restoreRow(
  context: WriteContext,
  { entity, id, returns }: RestorePlan,
  readBack: SelectProgram | null,
): Script<SelectedRows | UnreadRow> {
  const { programs } = context;
  const { rows } = yield* run(programs.lockDeleted(entity), [id]);
  const [row] = rows;
  if (!row) throw createMissingError();
  if (Number(row[0]) === 1) {
    if (entity.observedWrites.restore) yield* restoreWithListeners(context, { entity, id });
    else yield* runRestore(programs, { entity, id }, bindStatement(programs.restore(entity, []), [id]));
  }
  if (!readBack) return { id };
  return yield* readRow({ programs, entity, key: getKeyValues(id), returns, createMissingError }, readBack);
}

function createMissingError(): ApiError {
  return new ApiError('not_found');
}
