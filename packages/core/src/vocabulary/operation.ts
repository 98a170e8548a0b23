// The five operations of an entity.

/** Create: `POST /pets`. On an edge: clients may set the edge when they create its parent. */
export const OperationCreate = 'create';
/** Read: `GET /pets/{id}`. On a unique edge: its endpoint, such as `GET /pets/{id}/owner`. */
export const OperationRead = 'read';
/** Update: `PATCH /pets/{id}`. On an edge: clients may change the edge when they update its parent. */
export const OperationUpdate = 'update';
/** Delete: `DELETE /pets/{id}`. Not an operation of edges. */
export const OperationDelete = 'delete';
/** List: `GET /pets`. On a non-unique edge: its endpoint, such as `GET /users/{id}/pets`. */
export const OperationList = 'list';

/** All five operations. */
export const operations = [
  OperationCreate,
  OperationRead,
  OperationUpdate,
  OperationDelete,
  OperationList,
] as const;

/** One of the five operations. */
export type Operation = (typeof operations)[number];

/**
 * What `allow` of hooks is asked for: an operation, or `restore` for `POST /letters/{id}/restore` and for reads with `deleted`,
 * both of classes with `@Restore()`.
 */
export type AllowedOperation = Operation | 'restore';

/** The operations that clients can do with many rows in one request, where `@Bulk` or the option `bulk` allows it. */
export const bulkOperations = [OperationCreate, OperationUpdate, OperationDelete] as const;

/** One of the operations that clients can do with many rows in one request. */
export type BulkOperation = (typeof bulkOperations)[number];

/** The operations that the document has beside the five. */
export const furtherOperations = [
  'restore',
  'aggregate',
  'bulk-create',
  'bulk-update',
  'bulk-delete',
] as const;

/**
 * What the documentation of an operation names. On a class: one of the five, `restore`, `aggregate`, or one of the operations
 * of `@Bulk`. On an edge: `read` or `list` for its endpoint, `create` for that of `@EdgeCreate`, `aggregate` for its groups.
 */
export type DocumentedOperation = Operation | (typeof furtherOperations)[number];

/** The id of an operation as an annotation has it. */
export interface OperationId {
  readonly id: string;
}

/** The operations that can be included or excluded on an edge: all but `delete`. */
export type EdgeOperation = Exclude<Operation, typeof OperationDelete>;
