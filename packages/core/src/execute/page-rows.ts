// The rows of a page, in the order of the list. A read may return one row more, to show that another page follows.
import { readsOneMore } from '../plan/page-plan.js';
import type { SelectPlan } from '../plan/plan.js';
import type { Row } from '../sql/row-renderer.js';

/** The rows of a page, and whether more follow in the direction of the read. */
interface PageRows {
  readonly rows: readonly Row[];
  /** Null if the total determines it. */
  readonly hasMore: boolean | null;
}

/** Leaves out the row past the end of the page. Rows before a position are read from it backwards. */
export function cutToPage({ shape, page }: SelectPlan, rows: readonly Row[]): PageRows {
  if (!page || !readsOneMore(shape)) return { rows, hasMore: null };
  const hasMore = rows.length > page.perPage;
  const own = hasMore ? rows.slice(0, page.perPage) : rows;
  return { rows: shape.position?.side === 'before' ? [...own].reverse() : own, hasMore };
}
