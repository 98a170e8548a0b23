// Whether a condition restricts rows, judged by its meaning: one that every row with a value meets is as none. Conditions are
// two-valued: a comparison with NULL is false, and `not` holds for all other rows.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import { leavesRowsOut } from './condition-cover.js';
import { toNode, toTermNode, type ConditionWithValues } from './restricting-node.js';
import type { FilterTerm } from './terms.js';

/** Whether a condition leaves rows out other than those without a value. */
export function restrictsRows(condition: ConditionWithValues, entities: readonly EntityModel[]): boolean {
  return leavesRowsOut(toNode(condition), (edge) => isCertain(edge, entities));
}

/** Whether one filter of a condition restricts rows by itself. */
export function restrictsByItself(
  condition: ConditionWithValues,
  term: FilterTerm,
  entities: readonly EntityModel[],
): boolean {
  return leavesRowsOut(toTermNode(condition, term), (edge) => isCertain(edge, entities));
}

/** Whether an edge leads to a row that every request sees, from each row. */
function isCertain({ unique, nullable, join, target }: EdgeModel, entities: readonly EntityModel[]): boolean {
  if (!unique || nullable || join.kind !== 'own') return false;
  const entity = entities.find(({ name }) => name === target);
  return entity !== undefined && !hasHiddenRows(entity);
}

function hasHiddenRows({ hasPolicies, table }: EntityModel): boolean {
  return hasPolicies || table.deletedAt !== null || table.discriminator !== null;
}
