// The names a query may use, looked up in Maps that are built once per entity.
import type { EntityModel, FilterModel, SortModel } from '../model/api-model.js';

/** What can be named in the query of a list of an entity. */
export interface QueryNames {
  readonly filters: ReadonlyMap<string, FilterModel>;
  readonly sorts: ReadonlyMap<string, SortModel>;
}

export function queryNames(entity: EntityModel): QueryNames {
  return {
    filters: new Map(entity.filters.map((filter) => [filter.name, filter])),
    sorts: new Map(entity.sorts.map((sort) => [sort.key, sort])),
  };
}
