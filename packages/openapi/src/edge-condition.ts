// Filters across edges that `where` describes a second time: `owner.name.eq` is the condition `name.eq` below `some.owner`.
import type { EdgeModel, EntityModel, FilterModel } from '@decorest/core';

/** The edges that conditions may follow. */
export function listConditionEdges({ filters }: EntityModel): readonly EdgeModel[] {
  return filters.flatMap(({ test, targets: [target] }) =>
    test === 'exists' && target?.edge ? [target.edge] : [],
  );
}

/** Whether a filter tests only fields of the row itself. */
export function isWithinRow({ targets }: FilterModel): boolean {
  return targets.every(({ edge }) => edge === null);
}

/** The names of the entity's filters across an edge that are conditions on rows of its target, too. */
export function listEdgeConditions(
  entity: EntityModel,
  targetOf: (edge: EdgeModel) => EntityModel,
): ReadonlySet<string> {
  const below = listConditionEdges(entity).flatMap((edge) =>
    targetOf(edge)
      .filters.filter(isWithinRow)
      .map(({ name }) => `${edge.name}.${name}`),
  );
  const across = entity.filters.filter((filter) => filter.group === null && !isWithinRow(filter));
  const names = new Set(across.map(({ name }) => name));
  return new Set(below.filter((name) => names.has(name)));
}
