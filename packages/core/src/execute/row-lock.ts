// Locks the row of a write, and compares its state with the one that the request requires: its version, or the tag of its
// answer.
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { FieldModel } from '../model/member-model.js';
import { getKeyValues } from '../plan/id-value.js';
import type { WritePrecondition } from '../plan/writes.js';
import { createMismatchError, isExpectedState } from '../plan/precondition-plan.js';
import type { Programs } from '../sql/bound-programs.js';
import type { Row } from '../sql/row-renderer.js';
import type { SelectProgram } from '../sql/select-program.js';
import type { LockPurpose } from '../sql/write-sql.js';
import { hashAnswer } from '../vocabulary/entity-tag.js';
import { toSelectedRow } from './read-rows.js';
import { bindStatement, run, type Script } from './script.js';

/** A stored row, by its id. */
interface IdentifiedRow {
  readonly entity: EntityModel;
  readonly id: unknown;
}

/** The row of a write, and the state that it must have; null for any. */
interface ExpectedRow extends IdentifiedRow {
  readonly precondition: WritePrecondition | null;
}

/** Locks one row, and returns its version, if asked for. Throws `not_found`. */
export function* lockRow(
  programs: Programs,
  { entity, id }: IdentifiedRow,
  purpose: LockPurpose,
  version?: FieldModel,
): Script<Row> {
  const { rows } = yield* run(programs.lock(entity, purpose, version), [id]);
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Locks the row of a write. Throws `not_found`, and `precondition_failed` for a row in another state. */
export function* lockExpectedRow(
  programs: Programs,
  expected: ExpectedRow,
  purpose: LockPurpose,
): Script<void> {
  const { precondition, id } = expected;
  const version = precondition?.kind === 'version' ? precondition.field : undefined;
  const [stored] = yield* lockRow(programs, expected, purpose, version);
  if (precondition && !(yield* isExpected(programs, id, { precondition, stored })))
    throw createMismatchError();
}

/** A required state, and the version of the row where that was asked for. */
interface Comparison {
  readonly precondition: WritePrecondition;
  readonly stored: unknown;
}

function* isExpected(programs: Programs, id: unknown, { precondition, stored }: Comparison): Script<boolean> {
  switch (precondition.kind) {
    case 'never':
      return false;
    case 'version':
      return isExpectedState(precondition, String(precondition.field.codec.decode(stored)));
    case 'answer': {
      // Read after the lock: on MariaDB, the snapshot of the transaction is then not older than the lock.
      const answer = yield* readAnswer(programs.select(precondition.shape), getKeyValues(id));
      return answer !== null && isExpectedState(precondition, hashAnswer(answer));
    }
  }
}

/** The answer to a plain read of the row; null if it has none. */
function* readAnswer(program: SelectProgram, key: readonly unknown[]): Script<string | null> {
  const selected = toSelectedRow(program, yield bindStatement(program.statement, key));
  if (selected.cut && program.inRows) return yield* readAnswer(program.inRows(), key);
  return selected.count === 0 ? null : program.printer.print(selected, Infinity);
}
