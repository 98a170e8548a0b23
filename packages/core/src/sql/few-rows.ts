// Whether a read looks at few rows of its subject: then a lookup for each, by an index, costs less than one pass over the
// related table. Otherwise passes are what keeps the cost of a statement linear, whichever index is missing.
import type { EdgeModel } from '../model/api-model.js';
import type { FilterTerm, SelectShape } from '../plan/plan.js';

/** The rows of one parent, one row, or rows named by a value that no two of them share. */
export function readsFewRows({ source, filters, junction }: SelectShape): boolean {
  return source.from !== 'all' || (junction === 'and' && filters.some(namesRows));
}

/** Whether related rows are looked up for each row by an index, which the edge must have. */
export function looksUpRelated({ join }: EdgeModel, few: boolean): boolean {
  return join.indexed && (few || join.kind === 'own');
}

function namesRows({ filter: { test, targets } }: FilterTerm): boolean {
  const [target, ...more] = targets;
  if ((test !== 'eq' && test !== 'in') || more.length > 0) return false;
  return target?.edge === null && (target.key !== undefined || target.field?.unique === true);
}
