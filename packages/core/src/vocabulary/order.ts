// The two directions of a sort.

/** Ascending: smallest first, NULL lowest. */
export const OrderAsc = 'asc';
/** Descending: largest first, NULL last. */
export const OrderDesc = 'desc';

/** Direction of a sort. */
export type Order = typeof OrderAsc | typeof OrderDesc;
