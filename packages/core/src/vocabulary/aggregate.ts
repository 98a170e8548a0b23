// The functions of aggregates, and the units by which dates are grouped.

/** A function over the values of a field. `count` counts rows, or values that are not null. */
export type AggregateFunction = 'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max';

/** A unit of time, always in UTC. Weeks are those of ISO 8601. */
export type TimeUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

/** All functions, in the order of the document. */
export const aggregateFunctions: readonly AggregateFunction[] = [
  'count',
  'distinct',
  'sum',
  'avg',
  'min',
  'max',
];

/** All units, the longest first. */
export const timeUnits: readonly TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour'];
