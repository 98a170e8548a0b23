// Annotations of edges: eager loading, endpoints, bulk updates.
import { note, type EdgeAnnotation } from './decorator-types.js';

/** Every fetch of the parent carries the edge inside `edges`. */
export function EagerLoad(on = true): EdgeAnnotation {
  return note({ eagerLoad: on });
}

/** Most entities embedded per parent; -1 = no limit. Overrides the option `eagerLoadLimit`. */
export function EagerLoadLimit(limit: number): EdgeAnnotation {
  return note({ eagerLoadLimit: limit });
}

/** Whether `GET /<parents>/{id}/<edge>` exists. */
export function EdgeEndpoint(on: boolean): EdgeAnnotation {
  return note({ edgeEndpoint: on });
}

/** An update may set the whole of a non-unique edge with the edge's own key. */
export function EdgeUpdateBulk(on = true): EdgeAnnotation {
  return note({ edgeUpdateBulk: on });
}
