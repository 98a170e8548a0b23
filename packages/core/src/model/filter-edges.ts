// The edges that filters may follow.
import type { EdgeModel } from './member-model.js';
import type { FilterModel } from './query-model.js';

/** An edge with `FilterEdge`. */
export interface FilterEdgeModel {
  readonly edge: EdgeModel;
  /** That of its filter `has.<edge>`. */
  readonly ordinal: number;
}

/** The edges with `FilterEdge`, each of which has a filter `has.<edge>`. */
export function findFilterEdges({
  filters,
}: {
  readonly filters: readonly FilterModel[];
}): readonly FilterEdgeModel[] {
  return filters.flatMap(({ test, ordinal, targets: [target] }) =>
    test === 'exists' && target?.edge ? [{ edge: target.edge, ordinal }] : [],
  );
}
