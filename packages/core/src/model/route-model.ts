// Routes: the requests that the API answers, derived from the model. The router and the document read the same list.
import type { EntityModel } from './api-model.js';
import type { CollectionModel, EdgeModel } from './member-model.js';
import type { BulkOperation, Operation } from '../vocabulary/operation.js';

/** The kinds of routes. */
export type RouteKind =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  | 'aggregate'
  | 'edge-read'
  | 'edge-list'
  | 'edge-aggregate'
  | 'bulk-create'
  | 'bulk-update'
  | 'bulk-delete';

/** The kinds of routes that read rows and show them, in the view that the client chooses. */
export const showsRows: Readonly<Record<RouteKind, boolean>> = {
  list: true,
  read: true,
  'edge-list': true,
  'edge-read': true,
  aggregate: false,
  'edge-aggregate': false,
  create: false,
  update: false,
  delete: false,
  'bulk-create': false,
  'bulk-update': false,
  'bulk-delete': false,
};

/** The last segment of the paths of aggregates. There, it takes precedence over an id. */
export const aggregateSegment = 'aggregate';

/** The last segment of the path that creates many rows. `POST` to an id does not exist, so it hides none. */
export const bulkSegment = 'bulk';

/** The operation of each kind of route that writes many rows; null for other kinds. */
export const bulkOperationOf: Readonly<Record<RouteKind, BulkOperation | null>> = {
  list: null,
  read: null,
  'edge-list': null,
  'edge-read': null,
  aggregate: null,
  'edge-aggregate': null,
  create: null,
  update: null,
  delete: null,
  'bulk-create': 'create',
  'bulk-update': 'update',
  'bulk-delete': 'delete',
};

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
  /** The entity that the response shows: the edge's target, or `entity` itself. */
  readonly subject: EntityModel;
  /** The collection that the response shows; null where it shows one entity or none. */
  readonly collection: CollectionModel | null;
  /** Names of filters; a request must have one of them. Empty if none is required. */
  readonly requiredFilters: readonly string[];
  readonly operation: Operation;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The author's code can answer 403: hooks, or a policy on an entity that the route involves. */
  readonly mayForbid: boolean;
  /** Codes of the declared problems that it may answer with. */
  readonly errors: readonly string[];
  /** False: documented, but left to the next middleware. */
  readonly mounted: boolean;
}
