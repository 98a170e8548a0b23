// Whether a read tests few rows of its subject: then an index lookup for each row costs less than a scan of the related table.
// Otherwise scans keep the cost of a statement linear, even if an index is missing.
import type { EdgeModel } from '../model/member-model.js';
import { listNecessaryFilters } from '../plan/condition-plan.js';
import type { SelectShape } from '../plan/plan.js';
import type { FilterTerm } from '../plan/terms.js';

/** Whether a read has one row, the rows of one parent, or rows that are named by unique values. */
export function isFewRows(shape: SelectShape): boolean {
  const { source, filters, junction, where, idsSlot } = shape;
  if (source.from !== 'all' || idsSlot !== undefined) return true;
  if (where) return listNecessaryFilters(shape).some(isUniqueTest);
  return junction === 'and' && filters.some(isUniqueTest);
}

/** Whether related rows are looked up for each row, by an index that the edge must have. */
export function isLookedUpPerRow({ join }: EdgeModel, few: boolean): boolean {
  return join.indexed && (few || join.kind === 'own');
}

function isUniqueTest({ filter: { test, targets } }: FilterTerm): boolean {
  const [target, ...more] = targets;
  if ((test !== 'eq' && test !== 'in') || more.length > 0) return false;
  return target?.edge === null && (target.key !== undefined || target.field?.unique === true);
}
