// Whether a write ends with reading its row: clients that need no content of the answer save the statement.
import type { CreatePlan, RestorePlan, UpdatePlan } from '../plan/writes.js';
import type { Programs } from '../sql/bound-programs.js';
import type { SelectProgram } from '../sql/select-program.js';

/** A written row that was not read back. */
export interface UnreadRow {
  readonly id: unknown;
}

type ReadBackPlan = Pick<
  CreatePlan | UpdatePlan | RestorePlan,
  'entity' | 'entityTag' | 'readBack' | 'returns'
>;

/** Compiles the program that reads a written row back; null where the answer does not depend on the row. */
export function selectReadBack(programs: Programs, plan: ReadBackPlan): SelectProgram | null {
  return isReadBackNeeded(programs, plan) ? programs.select(plan.readBack) : null;
}

/** Whether the answer shows the row or its tag, or the row decides whether its write is allowed. */
function isReadBackNeeded(programs: Programs, { entity, entityTag, returns }: ReadBackPlan): boolean {
  return returns !== 'minimal' || entityTag !== null || programs.isRestricted(entity);
}
