// The directions of a sort.

/** Ascending: NULL first, then the smallest value. */
export const OrderAsc = 'asc';
/** Descending: the largest value first, NULL last. */
export const OrderDesc = 'desc';

/** The direction of a sort. */
export type Order = typeof OrderAsc | typeof OrderDesc;

/**
 * The place of NULL in a sort: below or above all values, so that the reverse order reverses the list; or before or after
 * them in both directions.
 */
export type NullPlace = 'lowest' | 'highest' | 'first' | 'last';

/** All places of NULL. */
export const nullPlaces: readonly NullPlace[] = ['lowest', 'highest', 'first', 'last'];
