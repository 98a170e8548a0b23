// The names that a list query may use, in Maps built once per entity.
import type { EntityModel, FilterModel, SortModel } from '../model/api-model.js';
import { defaultSort } from './default-sort.js';
import type { SortTerm } from './plan.js';

/** The filters and sort keys of an entity's lists. */
export interface QueryNames {
  readonly filters: ReadonlyMap<string, FilterModel>;
  readonly sorts: ReadonlyMap<string, SortModel>;
  /** The sort key of the id; null when lists cannot be sorted by it. */
  readonly idSort: string | null;
  /** The order of a list without `sort` and `order`. */
  readonly defaultSort: readonly SortTerm[];
}

/** Builds the lookups of one entity. */
export function queryNames(entity: EntityModel): QueryNames {
  return {
    filters: new Map(entity.filters.map((filter) => [filter.name, filter])),
    sorts: new Map(entity.sorts.map((sort) => [sort.key, sort])),
    idSort: entity.sorts.find(({ key }) => key === entity.id.name)?.key ?? null,
    defaultSort: defaultSort(entity),
  };
}
