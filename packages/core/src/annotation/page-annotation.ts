// Annotations of pagination. On an edge they govern that edge's endpoint and win over the target class.
import { note, type ClassOrEdgeAnnotation } from './decorator-types.js';

/** Whether lists come in pages. */
export function Pagination(on = true): ClassOrEdgeAnnotation {
  return note({ pagination: on });
}

/** Smallest `per_page`. */
export function MinItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return note({ minItemsPerPage: items });
}

/** Largest `per_page`. */
export function MaxItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return note({ maxItemsPerPage: items });
}

/** `per_page` when the client names none. */
export function ItemsPerPage(items: number): ClassOrEdgeAnnotation {
  return note({ itemsPerPage: items });
}
