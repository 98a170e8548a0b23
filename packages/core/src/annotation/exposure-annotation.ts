// Annotations that control what the API exposes: entities, fields and edges, with which operations.
import type { EdgeOperation, Operation } from '../vocabulary/operation.js';
import {
  createDecorator,
  type AnyAnnotation,
  type ClassAnnotation,
  type ClassOrEdgeAnnotation,
  type MemberAnnotation,
  type EdgeAnnotation,
} from './decorator-types.js';

/**
 * Hides the class, edge or field from every input, every output and the document: to clients it looks like a name that does
 * not exist. A skipped class has no routes, and edges to it are hidden, too.
 */
export function Skip(): AnyAnnotation {
  return createDecorator({ skip: true });
}

/**
 * The name of the class in the API, instead of the one that it has in the code: in its path, in the document and in messages. A
 * bundler may change the names of classes; TypeORM's table name is that of `@Entity('...')`. Not inherited.
 * `createApi` throws a `SchemaError` for a name that is not letters and digits with a capital first, and for one that two classes have.
 */
export function EntityName(name: string): ClassAnnotation {
  return createDecorator({ entityName: name });
}

/**
 * A parent of single-table inheritance that has no rows of its own, as an abstract class in TypeScript. Bodies and filters do not
 * know its discriminator value, and rows that have it are not served. Children are not abstract. `createApi` throws a
 * `SchemaError` if no child class is visible.
 */
export function Abstract(): ClassAnnotation {
  return createDecorator({ abstract: true });
}

/** Makes a field read-only: answers contain it, but a create or update that sets it is a 400 (`unknown_key`). */
export function ReadOnly(): MemberAnnotation {
  return createDecorator({ readOnly: true });
}

/**
 * Whether clients may choose the id on create. A taken id is a 409; an id in the upper half of the column's range is a 400.
 * With `delete`, clients can recreate a deleted entity; a warning at the start says so. Overrides the option
 * `allowClientIDs`.
 */
export function AllowClientIDs(on = true): ClassAnnotation {
  return createDecorator({ allowClientIDs: on });
}

/**
 * Whether clients can restore rows that were soft-deleted, with `POST /<collection>/{id}/restore`, and find them: lists and
 * aggregates take `deleted=only` and `deleted=with`, reads of one row `deleted=with`. On a class without a
 * `@DeleteDateColumn()` it is a `SchemaError`.
 */
export function Restore(on = true): ClassAnnotation {
  return createDecorator({ restore: on });
}

/** Whether the endpoints are served. With `false`, the document keeps them, but requests go to the next middleware. */
export function Handler(on: boolean): ClassOrEdgeAnnotation {
  return createDecorator({ handler: on });
}

/** The type of `@IncludeOperations` and `@ExcludeOperations`: `delete` is not allowed on an edge. */
export type OperationsAnnotation<O extends Operation> = O extends EdgeOperation
  ? ClassOrEdgeAnnotation
  : ClassAnnotation;

/**
 * Restricts a class to the given operations, others are a 405; an empty list means all. On an edge, `create` and `update` let
 * clients set the edge in that body, `read` (unique) or `list` (non-unique) adds its endpoint.
 */
export function IncludeOperations<O extends Operation>(...operations: O[]): OperationsAnnotation<O> {
  return createDecorator({ includeOperations: operations });
}

/**
 * Removes the given operations; an empty list removes none. On an edge as for `@IncludeOperations`. Excluding all operations
 * of a class is a `SchemaError`: use `@Skip()`.
 */
export function ExcludeOperations<O extends Operation>(...operations: O[]): OperationsAnnotation<O> {
  return createDecorator({ excludeOperations: operations });
}

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

/**
 * Whether `POST /<parents>/{id}/<edge>` creates an entity that a non-unique edge leads to. The body is that of a create of the
 * target, without the edge that leads back, which the path determines. A parent that does not exist is a 404. Hooks authorize `read` of
 * the parent and `create` of the target; if the target excludes this operation, the annotation is a `SchemaError`.
 */
export function EdgeCreate(on = true): EdgeAnnotation {
  return createDecorator({ edgeCreate: on });
}

/**
 * Whether a create of the parent also creates entities that the edge leads to: where it takes an id, it takes a create body of
 * the target, too, without the edge that leads back. One level deep, all in one transaction. Hooks authorize `create` of the
 * target, which must have this operation, if a request has such a body. Updates take ids only.
 */
export function NestedCreate(on = true): EdgeAnnotation {
  return createDecorator({ nestedCreate: on });
}

/**
 * Whether clients may name the edge in `include`. An edge that is also eager-loaded is embedded by default: if the request has
 * no `include`, or names it.
 */
export function Includable(on = true): EdgeAnnotation {
  return createDecorator({ includable: on });
}

/**
 * Maximum number of edges on one path of `include`, from 1 to 3. The paths of a class may have at most 200 parameters; more are
 * a `SchemaError`. Overrides the option `includeDepth`.
 */
export function IncludeDepth(edges: number): ClassAnnotation {
  return createDecorator({ includeDepth: edges });
}

/**
 * Whether clients may select the fields of the class: with `fields` in its own endpoints, and with `<path>.fields` where other
 * classes embed it. Overrides the option `sparseFields`.
 */
export function SparseFields(on = true): ClassAnnotation {
  return createDecorator({ sparseFields: on });
}
