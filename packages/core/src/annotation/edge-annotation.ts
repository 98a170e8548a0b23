// Annotations of edges: eager loading, endpoints, bulk updates.
import { createDecorator, type EdgeAnnotation } from './decorator-types.js';

/**
 * Whether every answer with the parent includes the edge in `edges`: an object or null for a unique edge, otherwise an array
 * in the default order of the target. One level deep. Overrides the option `defaultEagerLoad`.
 */
export function EagerLoad(on = true): EdgeAnnotation {
  return createDecorator({ eagerLoad: on });
}

/**
 * Maximum number of entities that a non-unique edge embeds per parent; -1 means no limit. A parent with more lists the edge
 * in `truncated_edges`. Overrides the option `eagerLoadLimit`.
 */
export function EagerLoadLimit(limit: number): EdgeAnnotation {
  return createDecorator({ eagerLoadLimit: limit });
}

/** Whether `GET /<parents>/{id}/<edge>` exists. Overrides the option `disableEagerLoadedEndpoints`. */
export function EdgeEndpoint(on: boolean): EdgeAnnotation {
  return createDecorator({ edgeEndpoint: on });
}

/**
 * Whether an update may replace all links of a non-unique edge with a list of ids under the edge's own key. `add_<edge>` and
 * `remove_<edge>` stay available.
 */
export function EdgeUpdateBulk(on = true): EdgeAnnotation {
  return createDecorator({ edgeUpdateBulk: on });
}
