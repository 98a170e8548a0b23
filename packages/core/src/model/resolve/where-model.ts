// Resolves whether lists take `where`, from @Where, @FilterDepth and their options.
import type { FilterModel, WhereModel } from '../query-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';

/** Null for an entity whose lists do not take `where`, or that has no filters which it could name. */
export function resolveWhere(
  { name: entity, scanned }: EntityDraft,
  filters: readonly FilterModel[],
  { settings, problems }: DraftContext,
): WhereModel | null {
  const { where, filterDepth } = scanned.annotations.own;
  const on = where ?? settings.where;
  if (filterDepth !== undefined && !on)
    problems.add({
      entity,
      annotation: '@FilterDepth',
      problem: 'the lists of the class do not take `where`, whose depth it limits.',
      remedy: 'Add @Where(), or remove it.',
    });
  if (where === true && filters.length === 0)
    problems.add({
      entity,
      annotation: '@Where',
      problem: 'the class has no filters that a `where` could name.',
      remedy: 'Add @Filter to a field or an edge, or remove it.',
    });
  return on && filters.length > 0 ? { depth: filterDepth ?? settings.filterDepth } : null;
}
