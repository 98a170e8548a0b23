// The names in a `where`, for each entity and each remaining depth of edges. Built once.
import type { EntityModel } from '../model/api-model.js';
import type { TargetOf } from '../model/edge-targets.js';
import { findFilterEdges, type FilterEdgeModel } from '../model/filter-edges.js';
import type { FilterModel } from '../model/query-model.js';
import { quantifiers, type Quantifier } from '../vocabulary/quantifier.js';

/** The names that an object of a `where` may have. */
export interface WhereNames {
  /** By name. At depth 0, only those of the entity's own members. */
  readonly filters: ReadonlyMap<string, FilterModel>;
  /** By key, such as `some.pets`. */
  readonly related: ReadonlyMap<string, RelatedNames>;
}

/** A quantifier of an edge, and the names that its condition may have. */
export interface RelatedNames extends FilterEdgeModel {
  readonly quantifier: Quantifier;
  readonly names: WhereNames;
}

/** Finds the names of an entity's lists; null where these do not take `where`. */
export function createWhereNames(
  targetOf: TargetOf<EntityModel>,
): (entity: EntityModel) => WhereNames | null {
  const known = new Map<string, WhereNames>();
  const find = (entity: EntityModel, edgesLeft: number): WhereNames => {
    const key = `${edgesLeft} ${entity.name}`;
    const names = known.get(key) ?? build(entity, edgesLeft);
    known.set(key, names);
    return names;
  };
  const build = (entity: EntityModel, edgesLeft: number): WhereNames => {
    const filters = edgesLeft > 0 ? entity.filters : entity.filters.filter(isWithinRow);
    const edges = edgesLeft > 0 ? findFilterEdges(entity) : [];
    return {
      filters: new Map(filters.map((filter) => [filter.name, filter])),
      related: new Map(
        edges.flatMap(({ edge, ordinal }) => {
          const names = find(targetOf(edge), edgesLeft - 1);
          return quantifiers.map((quantifier) => [
            `${quantifier}.${edge.name}`,
            { quantifier, edge, ordinal, names },
          ]);
        }),
      ),
    };
  };
  return (entity) => entity.where && find(entity, entity.where.depth);
}

/** Whether a filter tests only fields of the row itself. */
function isWithinRow({ targets }: FilterModel): boolean {
  return targets.every(({ edge }) => edge === null);
}
