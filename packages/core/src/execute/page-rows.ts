// The rows of a page: a read may return one more, which only tells that another page follows.
import { readsOneMore } from '../plan/page-plan.js';
import type { SelectPlan } from '../plan/plan.js';
import type { Row } from '../sql/row-renderer.js';

/** The rows of a page, and whether more follow. */
export interface PageRows {
  readonly rows: readonly Row[];
  /** Null where the total tells. */
  readonly hasMore: boolean | null;
}

/** Leaves out the row past the end of the page. */
export function cutToPage({ shape, page }: SelectPlan, rows: readonly Row[]): PageRows {
  if (!page || !readsOneMore(shape)) return { rows, hasMore: null };
  const hasMore = rows.length > page.perPage;
  return { rows: hasMore ? rows.slice(0, page.perPage) : rows, hasMore };
}
