// Annotations of sorting.
import type { Order } from '../vocabulary/order.js';
import { note, type ClassAnnotation, type MemberAnnotation, type SortableValue } from './decorator-types.js';

/** The field may stand in the `sort` parameter. */
export function Sortable(): MemberAnnotation<SortableValue> {
  return note({ sortable: true });
}

/** The property a sort key starts with: `name` for `-name`, `pets` for `pets.count`; none for `random`. */
export type SortProperty<K extends string> = K extends 'random'
  ? never
  : K extends `-${infer Rest}`
    ? SortProperty<Rest>
    : K extends `${infer Head}.${string}`
      ? Head
      : K;

/** How lists are sorted when the client does not say: any one value of the `sort` parameter. */
export function DefaultSort<K extends string>(key: K): ClassAnnotation<Record<SortProperty<K>, unknown>> {
  return note({ defaultSort: key });
}

/** The direction of the default sort. */
export function DefaultOrder(order: Order): ClassAnnotation {
  return note({ defaultOrder: order });
}
