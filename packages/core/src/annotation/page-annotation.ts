// Annotations of pagination. On an edge they apply to its endpoint and override those of the target class.
import type { CountMode } from '../options.js';
import { createDecorator, type ClassOrEdgeAnnotation } from './decorator-types.js';

/**
 * Whether lists come in pages, in an envelope. With `false`, a list is a plain array of up to `unpagedLimit` rows. On an
 * edge it applies to the edge's endpoint.
 */
export function Pagination(on = true): ClassOrEdgeAnnotation {
  return createDecorator({ pagination: on });
}

/** Smallest allowed `per_page`; a smaller one is a 400. Overrides the option `minItemsPerPage`. */
export function MinItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return createDecorator({ minItemsPerPage: items });
}

/** Largest allowed `per_page`; a larger one is a 400. Overrides the option `maxItemsPerPage`. */
export function MaxItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return createDecorator({ maxItemsPerPage: items });
}

/** `per_page` when the client does not send it. Overrides the option `itemsPerPage`. */
export function ItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return createDecorator({ itemsPerPage: items });
}

/**
 * Whether lists support keyset pagination: answers contain `prev_cursor` and `next_cursor`, which the parameters `before` and
 * `after` take. Overrides the option `cursorPagination`.
 */
export function CursorPagination(on = true): ClassOrEdgeAnnotation {
  return createDecorator({ cursorPagination: on });
}

/**
 * The modes of the parameter `count`: `exact` counts all matching rows, `limited` at most `limits.count`, `none` does not count.
 * The first mode is the default. Overrides the option `totalCount`.
 */
export function TotalCount(...modes: CountMode[]): ClassOrEdgeAnnotation {
  return createDecorator({ totalCount: modes });
}

/**
 * Maximum number of rows that a page may skip, instead of `limits.offset`. With 0, only the first page is allowed; clients
 * continue with cursors.
 */
export function MaxOffset(rows: number): ClassOrEdgeAnnotation {
  return createDecorator({ maxOffset: rows });
}
