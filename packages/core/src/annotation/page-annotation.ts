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
 * Whether lists take `after` and `before`, the cursors of a page's neighbours. Lists then answer with `prev_cursor` and
 * `next_cursor`. Overrides the option `cursorPagination`.
 */
export function CursorPagination(on = true): ClassOrEdgeAnnotation {
  return createDecorator({ cursorPagination: on });
}

/**
 * The modes of the parameter `count`: `exact`, `none`, `limited` (up to `limits.count` rows). The first is the default.
 * Overrides the option `totalCount`.
 */
export function TotalCount(...modes: CountMode[]): ClassOrEdgeAnnotation {
  return createDecorator({ totalCount: modes });
}

/**
 * Maximum number of rows skipped before a page, instead of `limits.offset`; 0 allows the first page only, from which cursors
 * lead on.
 */
export function MaxOffset(rows: number): ClassOrEdgeAnnotation {
  return createDecorator({ maxOffset: rows });
}
