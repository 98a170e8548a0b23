// The names of the query parameters that are not filters.

/** The query parameters of the API, besides those of filters. */
export const parameterNames = {
  sort: 'sort',
  order: 'order',
  page: 'page',
  perPage: 'per_page',
  filterOp: 'filter_op',
  groupBy: 'group_by',
  measures: 'measures',
  where: 'where',
  pretty: 'pretty',
  count: 'count',
  after: 'after',
  before: 'before',
  fields: 'fields',
  include: 'include',
  deleted: 'deleted',
  all: 'all',
  maxAffected: 'max_affected',
} as const;

/** The parameters of one path of `include`: they follow the path and a dot. */
export type EdgeParameter = 'fields' | 'sort' | 'limit' | 'where';

/** All of them. */
export const edgeParameters: readonly EdgeParameter[] = ['fields', 'sort', 'limit', 'where'];

/** The name of a path's parameter. */
export function formatEdgeParameter(path: string, parameter: EdgeParameter): string {
  return `${path}.${parameter}`;
}
