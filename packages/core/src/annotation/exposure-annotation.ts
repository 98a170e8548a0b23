// Annotations that say what shows in the API, and with which operations.
import type { EdgeOperation, Operation } from '../vocabulary/operation.js';
import {
  note,
  type AnyAnnotation,
  type ClassAnnotation,
  type ClassOrEdgeAnnotation,
  type MemberAnnotation,
} from './decorator-types.js';

/** Leaves the class, edge or field out of every input, every output and the document. */
export function Skip(): AnyAnnotation {
  return note({ skip: true });
}

/** The field is returned but cannot be written through the API. */
export function ReadOnly(): MemberAnnotation {
  return note({ readOnly: true });
}

/** Clients may supply the id on create. A taken id is a 409; ids above half the column's range are refused. */
export function AllowClientIDs(on = true): ClassAnnotation {
  return note({ allowClientIDs: on });
}

/** Whether the endpoints are served. With `false` they stay in the document; requests go to the next middleware. */
export function Handler(on: boolean): ClassOrEdgeAnnotation {
  return note({ handler: on });
}

/** What `@IncludeOperations` and `@ExcludeOperations` return: on an edge, `delete` has no meaning. */
export type OperationsAnnotation<O extends Operation> = O extends EdgeOperation
  ? ClassOrEdgeAnnotation
  : ClassAnnotation;

/** Only the operations given exist. On an edge: `create` and `update` = settable there, `read`/`list` = endpoint. */
export function IncludeOperations<O extends Operation>(...operations: O[]): OperationsAnnotation<O> {
  return note({ includeOperations: operations });
}

/** The operations given do not exist. None given: all exist. */
export function ExcludeOperations<O extends Operation>(...operations: O[]): OperationsAnnotation<O> {
  return note({ excludeOperations: operations });
}
