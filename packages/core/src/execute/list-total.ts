// The total of a list: from the number of rows that were read, from a column of theirs, or from a statement that counts.
import { followsCursor } from '../plan/page-plan.js';
import type { SelectPlan } from '../plan/plan.js';
import type { SelectProgram } from '../sql/select-program.js';
import type { QueryResult } from './script.js';

/** The statement that counts the list; null if the rows of its page hold the total. */
export function chooseTotal({ total, totalOfEmpty }: SelectProgram, count: number): SelectProgram['total'] {
  return count === 0 ? (total ?? totalOfEmpty) : total;
}

/** The number of rows read, the answer that has them, and the answer of the count where one was asked for. */
interface ReadResults {
  readonly count: number;
  readonly own: QueryResult | undefined;
  readonly counted: QueryResult | undefined;
}

/** Null where the list is not counted. */
export function computeTotal(
  { printer }: SelectProgram,
  plan: SelectPlan,
  { count, own, counted }: ReadResults,
): number | null {
  if (plan.shape.count === 'none') return null;
  if (counted) return Number(counted.rows[0]?.[0]);
  return deriveTotal(plan, count) ?? printer.total(own?.rows ?? []);
}

/** Whether its page is not the first. */
export function isPastStart({ page }: SelectPlan): boolean {
  return page?.page != null && page.page > 1;
}

/** A page that is not full ends with the last row. Null for a full one, for one past the end, and after a cursor. */
export function deriveTotal(plan: SelectPlan, count: number): number | null {
  const { shape, values } = plan;
  if (followsCursor(shape) || (count === 0 && isPastStart(plan))) return null;
  if (count === 0) return 0;
  const { window } = shape;
  switch (window.kind) {
    case 'page':
      return count < Number(values[window.limitSlot]) ? Number(values[window.offsetSlot]) + count : null;
    case 'capped':
      return count < Number(values[window.limitSlot]) ? count : null;
    case 'one':
    case 'all':
      return count;
  }
}
