// Annotations of sorting.
import type { NullPlace, Order } from '../vocabulary/order.js';
import {
  createDecorator,
  type ClassAnnotation,
  type MemberAnnotation,
  type SortableValue,
} from './decorator-types.js';

/**
 * Makes the field a sort key: its name in the parameter `sort`. Across a unique edge the key is `<edge>.<field>`; numbers
 * across a non-unique edge are added up, as `<edge>.<field>.sum`. `nulls` sets where NULL sorts: `lowest` (default) or
 * `highest` of all values, or `first` or `last` in both directions.
 */
export function Sortable(options: { readonly nulls?: NullPlace } = {}): MemberAnnotation<SortableValue> {
  return createDecorator({ sortable: { nulls: options.nulls ?? 'lowest' } });
}

/**
 * Makes the value at a path of a JSON field a sort key, `<field>.<path>`. The path consists of keys, joined by dots. `@Schema`
 * must declare the type of the value. Repeatable.
 */
export function SortablePath(path: string): MemberAnnotation {
  return createDecorator({ sortablePaths: [path] });
}

/** The property that a sort key starts with: `name` for `-name`, `pets` for `pets.count`; none for `random`. */
export type SortProperty<K extends string> = K extends 'random'
  ? never
  : K extends `-${infer Rest}`
    ? SortProperty<Rest>
    : K extends `${infer Head}.${string}`
      ? Head
      : K;

/**
 * The sort key of lists without the parameter `sort`, and of eager-loaded edges to this class, such as `name`, `-name` or
 * `pets.count`. Default: the id.
 */
export function DefaultSort<K extends string>(key: K): ClassAnnotation<Record<SortProperty<K>, unknown>> {
  return createDecorator({ defaultSort: key });
}

/** The direction of the default sort. Default: `OrderAsc`. */
export function DefaultOrder(order: Order): ClassAnnotation {
  return createDecorator({ defaultOrder: order });
}
