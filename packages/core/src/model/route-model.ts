// Routes: which requests the API answers. Derived from the model; the router and the document read the same list.
import type { EdgeModel, EntityModel } from './api-model.js';
import type { Operation } from '../vocabulary/operation.js';

/** What a route does. */
export type RouteKind = 'list' | 'create' | 'read' | 'update' | 'delete' | 'edge-read' | 'edge-list';

/** Methods that routes have; `HEAD` and `OPTIONS` follow from them. */
export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One method on one path. */
export interface Route {
  readonly kind: RouteKind;
  readonly method: RouteMethod;
  /** Path template, such as `/pets/{id}/owner`. */
  readonly path: string;
  /** The entity whose collection the path starts with. */
  readonly entity: EntityModel;
  /** The edge of an edge endpoint, and the entity it leads to. */
  readonly edge: EdgeModel | null;
  /** The entity that answers: the edge's target, or `entity` itself. */
  readonly subject: EntityModel;
  readonly operation: Operation;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** What the author wrote can refuse the request: hooks, or a policy of an entity within its reach. */
  readonly mayForbid: boolean;
  /** Codes of the problems that the author declares for it. */
  readonly errors: readonly string[];
  /** False: documented, but left to the next middleware. */
  readonly mounted: boolean;
}
