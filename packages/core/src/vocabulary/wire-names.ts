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
} as const;
