// The directions of a sort.

/** Ascending: NULL first, then the smallest value. */
export const OrderAsc = 'asc';
/** Descending: the largest value first, NULL last. */
export const OrderDesc = 'desc';

/** The direction of a sort. */
export type Order = typeof OrderAsc | typeof OrderDesc;
