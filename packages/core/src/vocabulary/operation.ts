// The five operations an entity can offer. No behaviour.

/** `POST /pets`; as an edge operation: the edge may be set when its parent is created. */
export const OperationCreate = 'create';
/** `GET /pets/{id}`; as an edge operation: the endpoint of a unique edge. */
export const OperationRead = 'read';
/** `PATCH /pets/{id}`; as an edge operation: the edge may be changed when its parent is updated. */
export const OperationUpdate = 'update';
/** `DELETE /pets/{id}`. */
export const OperationDelete = 'delete';
/** `GET /pets`; as an edge operation: the endpoint of a non-unique edge. */
export const OperationList = 'list';

/** All operations. */
export const operations = [
  OperationCreate,
  OperationRead,
  OperationUpdate,
  OperationDelete,
  OperationList,
] as const;

/** One of the five operations. */
export type Operation = (typeof operations)[number];

/** The operations that can be included or excluded on an edge. An edge is never deleted as such. */
export type EdgeOperation = Exclude<Operation, typeof OperationDelete>;
