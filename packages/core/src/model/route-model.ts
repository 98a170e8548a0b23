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
  | 'restore'
  | 'aggregate'
  | 'edge-read'
  | 'edge-list'
  | 'edge-create'
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
  'edge-create': false,
  update: false,
  delete: false,
  restore: false,
  'bulk-create': false,
  'bulk-update': false,
  'bulk-delete': false,
};

/** The kinds of routes whose answers are groups of rows. */
export const isOfGroups: Readonly<Record<RouteKind, boolean>> = {
  aggregate: true,
  'edge-aggregate': true,
  list: false,
  read: false,
  'edge-list': false,
  'edge-read': false,
  create: false,
  'edge-create': false,
  update: false,
  delete: false,
  restore: false,
  'bulk-create': false,
  'bulk-update': false,
  'bulk-delete': false,
};

/** The kinds of routes that take `deleted` for a restorable class: those that read rows, but not those of edges. */
export const findsDeletedRows: Readonly<Record<RouteKind, boolean>> = {
  list: true,
  read: true,
  aggregate: true,
  'edge-list': false,
  'edge-read': false,
  'edge-aggregate': false,
  create: false,
  update: false,
  delete: false,
  restore: false,
  'edge-create': false,
  'bulk-create': false,
  'bulk-update': false,
  'bulk-delete': false,
};

/** The operation whose body requests of a kind of route have; null for no body. */
export const bodyOperations: Readonly<Record<RouteKind, 'create' | 'update' | null>> = {
  create: 'create',
  'edge-create': 'create',
  'bulk-create': 'create',
  update: 'update',
  'bulk-update': 'update',
  list: null,
  read: null,
  delete: null,
  'bulk-delete': null,
  aggregate: null,
  'edge-read': null,
  'edge-list': null,
  'edge-aggregate': null,
  restore: null,
};

/** The kinds of routes that change one row which exists: `If-Match` compares its state. A restore does not compare it. */
export const changesOneRow: Readonly<Record<RouteKind, boolean>> = {
  update: true,
  delete: true,
  create: false,
  list: false,
  read: false,
  aggregate: false,
  'edge-list': false,
  'edge-read': false,
  'edge-aggregate': false,
  'edge-create': false,
  restore: false,
  'bulk-create': false,
  'bulk-update': false,
  'bulk-delete': false,
};

/** The last segment of the paths of aggregates. There, it takes precedence over an id. */
export const aggregateSegment = 'aggregate';

/** The last segment of the path that restores a row. */
export const restoreSegment = 'restore';

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
  'edge-create': null,
  update: null,
  delete: null,
  restore: null,
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
  /**
   * The entity that the response shows: the edge's target, or `entity` itself. Where it is created under an edge, its create
   * body does not have the keys that the path determines.
   */
  readonly subject: EntityModel;
  /** The collection that the response shows; null where it shows one entity or none. */
  readonly collection: CollectionModel | null;
  /** Names of filters; a request must have one of them. Empty if none is required. */
  readonly requiredFilters: readonly string[];
  /** The operation whose hooks run, and whose problems it may answer with: `update` for `restore`. */
  readonly operation: Operation;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The author's code can answer 403: hooks, or a policy on an entity that the route involves. */
  readonly mayForbid: boolean;
  /** What caches may do with its answers; null where it writes. */
  readonly caching: CachingModel | null;
  /** JSON pointers to the JSON columns of entities that its body creates by edges; `*` is any item of a list. */
  readonly nestedJson: readonly string[];
  /** Codes of the declared problems that it may answer with. */
  readonly errors: readonly string[];
  /** Whether a request may or must have the header `Idempotency-Key`; null where the header is ignored. */
  readonly idempotencyKey: 'optional' | 'required' | null;
  /** False: documented, but left to the next middleware. */
  readonly mounted: boolean;
}

/** The headers of an answer that tell caches what they may do with it. */
export interface CachingModel {
  /** `Cache-Control` (RFC 9111, 5.2). */
  readonly cacheControl: string;
  /** `Vary` (RFC 9110, 12.5.5): the headers of requests on which the answer depends; null for none. */
  readonly vary: string | null;
}

/** A route without the parts that depend on other entities. */
export type OwnRoute = Omit<Route, 'mayForbid' | 'caching' | 'errors' | 'nestedJson' | 'idempotencyKey'>;
