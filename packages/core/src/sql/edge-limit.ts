// How the limit of an edge is applied: to the rows of one parent after the other, or to the ranked rows of all parents.
import type { EntityModel } from '../model/api-model.js';
import { planDefaultSort } from '../plan/sort-plan.js';
import type { SortTerm } from '../plan/terms.js';
import type { EdgeView } from '../plan/view.js';
import { hasHiddenRows } from './policy-sql.js';
import type { SqlContext } from './table-sql.js';

/**
 * How the limit is applied per parent; null where the rows of all parents are ranked. With an index on the key and the sort,
 * a read per parent reads no row past the limit; with an index on the key alone, it costs as much as ranking; without an index,
 * it would scan the table for each parent. Edges that are embedded by default are ranked, because their limits are high.
 */
export function chooseLimitPerParent(
  context: SqlContext,
  parent: EntityModel,
  shown: EdgeView,
): 'lateral' | 'keys' | null {
  const { edge, rows, shownAs } = shown;
  const isAsked = shownAs === 'named' || rows?.limit.by === 'slot';
  if (!isAsked || !edge.join.indexed || parent.table.isView) return null;
  const { limitsPerRow } = context.dialect;
  return limitsPerRow === 'keys' && !sortsByOwnColumns(context, shown) ? null : limitsPerRow;
}

/** The keys are found in a subquery and sorted again outside of it, which needs columns that both have. */
function sortsByOwnColumns(context: SqlContext, shown: EdgeView): boolean {
  return listSortTerms(context, shown).every(
    ({ sort }) => sort.by === 'field' && sort.field.expression === null,
  );
}

/** The order of the rows that an edge shows: the one that the client chose, or the default of their class. */
export function listSortTerms(context: SqlContext, { edge, rows }: EdgeView): readonly SortTerm[] {
  return rows?.sort ?? planDefaultSort(context.targetOf(edge));
}

/** Whether an edge reads no row past its limit, however many rows a parent has: an index has exactly the rows, in order. */
export function readsNoFurtherRow(context: SqlContext, parent: EntityModel, shown: EdgeView): boolean {
  const { edge, rows } = shown;
  return (
    chooseLimitPerParent(context, parent, shown) === 'keys' &&
    rows?.where === null &&
    (rows.limit.by === 'slot' || rows.limit.rows !== -1) &&
    !hasHiddenRows(context, context.targetOf(edge)) &&
    isIndexOrder(shown, listSortTerms(context, shown))
  );
}

/** Whether an index of the foreign key holds the rows in an order, or in its reverse. */
function isIndexOrder({ edge: { join } }: EdgeView, terms: readonly SortTerm[]): boolean {
  if (join.kind !== 'foreign') return false;
  const columns = terms.map(({ sort, descending }) =>
    sort.by === 'field' &&
    descending === terms[0]?.descending &&
    (sort.field.nulls === 'lowest' || !sort.field.nullable)
      ? sort.field.column
      : null,
  );
  return join.orders.some((order) => columns.every((column, at) => column !== null && column === order[at]));
}
