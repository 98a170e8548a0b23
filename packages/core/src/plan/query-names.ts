// The names a query may use, looked up in Maps that are built once per entity.
import type { EntityModel, FilterModel, SortModel } from '../model/api-model.js';
import { defaultSort } from './default-sort.js';
import type { SortTerm } from './plan.js';

/** What can be named in the query of a list of an entity. */
export interface QueryNames {
  readonly filters: ReadonlyMap<string, FilterModel>;
  readonly sorts: ReadonlyMap<string, SortModel>;
  /** The sort key of the id; null where it has none. */
  readonly idSort: string | null;
  /** The order when nothing is named. */
  readonly defaultSort: readonly SortTerm[];
}

/** The lookups of one entity, built once. */
export function queryNames(entity: EntityModel): QueryNames {
  return {
    filters: new Map(entity.filters.map((filter) => [filter.name, filter])),
    sorts: new Map(entity.sorts.map((sort) => [sort.key, sort])),
    idSort: entity.sorts.find(({ key }) => key === entity.id.name)?.key ?? null,
    defaultSort: defaultSort(entity),
  };
}
