// Reads the groups of an aggregate with one statement. For an edge without groups, a second one checks whether its parent
// exists.
import { ApiError } from '../errors.js';
import type { AggregatePlan } from '../plan/plan.js';
import type { GroupProgram } from '../sql/group-program.js';
import type { Row } from '../sql/row-renderer.js';
import { createSumError } from '../sql/sum-sql.js';
import { after, recover, type Awaitable } from './awaitable.js';
import { DatabaseError } from './database-error.js';
import { lastStep, type Executor, type FurtherStatements } from './executor.js';
import { bindStatement, type QueryResult } from './script.js';

/** The groups of one page, for the printer of the program. */
export interface GroupedRows {
  readonly groups: GroupProgram;
  readonly rows: readonly Row[];
  /** The number of all groups. */
  readonly total: number;
  /** Groups were left out because of their size. */
  readonly isCut: boolean;
}

/** Runs the program of an aggregate. Throws `not_found` for an edge of a parent that does not exist. */
export function readGroups(
  executor: Executor,
  groups: GroupProgram,
  { values }: AggregatePlan,
): Awaitable<GroupedRows> {
  const { statement, parentExists, scans } = groups;
  const first = bindStatement(statement, values);
  const planFurther: FurtherStatements = ([answer]) =>
    parentExists && answer?.rows.length === 0
      ? { calls: [bindStatement(parentExists, values)], further: null }
      : lastStep;
  const reading = recover(() => executor.read(first, scans), explainOverflow);
  return after(reading, (answer) => {
    if (!parentExists || answer.rows.length > 0) return toGroupedRows(groups, [answer]);
    // The parent must be looked up in the same snapshot in which it has no groups.
    return after(executor.readSnapshot(first, planFurther, scans), (answers) =>
      toGroupedRows(groups, answers),
    );
  });
}

function explainOverflow(error: unknown): never {
  throw error instanceof DatabaseError && error.kind === 'overflow' ? createSumError(error) : error;
}

function toGroupedRows(groups: GroupProgram, [own, parent]: readonly QueryResult[]): GroupedRows {
  if (parent?.rows.length === 0) throw new ApiError('not_found');
  const rows = own?.rows ?? [];
  return { groups, rows, total: groups.total(rows), isCut: own?.cut !== undefined };
}
