// Resolves whether lists take `where`, from @Where, @FilterDepth and their options.
import type { FilterModel, WhereModel } from '../query-model.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';

/** Null if the entity's lists do not take `where`, or the entity has no filters. */
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
      problem: 'it limits the depth of `where`, which the lists of the class do not take.',
      remedy: 'Add @Where(), or remove @FilterDepth.',
    });
  if (where === true && filters.length === 0)
    problems.add({
      entity,
      annotation: '@Where',
      problem: 'the class has no filters for `where`.',
      remedy: 'Add @Filter to a field or an edge, or remove @Where().',
    });
  return on && filters.length > 0 ? { depth: filterDepth ?? settings.filterDepth } : null;
}
