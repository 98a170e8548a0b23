// The edges that filters and conditions follow.
import type { EdgeModel } from '../model/member-model.js';
import { findEdgeAcross } from './condition-form.js';
import type { Condition, FilterTerm } from './terms.js';

export function findEdgesOfFilter({ filter }: FilterTerm): readonly EdgeModel[] {
  return filter.targets.flatMap(({ edge }) => edge ?? []);
}

/** All edges that a condition follows, from any entity. */
export function findEdgesOfCondition(condition: Condition): readonly EdgeModel[] {
  switch (condition.is) {
    case 'filters':
      return condition.terms.flatMap(findEdgesOfFilter);
    case 'and':
    case 'or':
      return condition.of.flatMap(findEdgesOfCondition);
    case 'not':
      return findEdgesOfCondition(condition.of);
    case 'some':
      return [condition.edge, ...findEdgesOfCondition(condition.of)];
  }
}

/** Groups filters on fields across the same edge: one related row must pass all of them. */
export function groupByEdge(filters: readonly FilterTerm[]): [Map<EdgeModel, FilterTerm[]>, FilterTerm[]] {
  const within = new Map<EdgeModel, FilterTerm[]>();
  const others: FilterTerm[] = [];
  for (const term of filters) {
    const edge = findEdgeAcross(term.filter);
    if (!edge) others.push(term);
    else within.set(edge, [...(within.get(edge) ?? []), term]);
  }
  return [within, others];
}
