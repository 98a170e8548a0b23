// Annotations of the OpenAPI document.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { DocumentedOperation } from '../vocabulary/operation.js';
import {
  createDecorator,
  type AnyAnnotation,
  type ClassOrEdgeAnnotation,
  type EdgeValue,
  type MemberAnnotation,
} from './decorator-types.js';

/** The type of a property's value on the wire. */
type OnTheWire<V> = V extends Date | bigint | Uint8Array ? string : V extends object ? object : V;

/** The type of a property in a body: its value, or the id for an edge. */
type InBodies<V> = OnTheWire<V> | (V extends EdgeValue ? string | number : never) | null;

/** A decorator of members with values such as `E` on the wire, and of edges to rows with ids such as `E`. */
export type ExampleAnnotation<E> = <T extends object, K extends string>(
  target: T,
  member: K extends keyof T ? (E extends InBodies<T[K]> ? K : never) : never,
) => void;

/**
 * An example of the field's value as it looks on the wire; on an edge, of the id of a related row. The document shows it as
 * `examples` of the property and in examples of bodies. It must satisfy the schema of the field or id, or `createApi` throws
 * a `SchemaError`.
 */
export function Example<const E>(value: E): ExampleAnnotation<E> {
  return createDecorator({ example: { value } });
}

/**
 * The JSON Schema (draft 2020-12) of the field, instead of the one derived from the column. Bodies are checked against it.
 * Required for JSON columns; `SchemaObjectAny` accepts any object.
 */
export function Schema(schema: JsonSchema): MemberAnnotation {
  return createDecorator({ schema });
}

/** The description (CommonMark) of the schema and tag, of the edge, or of the property. Default: the column's `comment`. */
export function Description(text: string): AnyAnnotation {
  return createDecorator({ description: text });
}

/**
 * Marks as `deprecated` in the document: on a class all operations and the schema, on an edge its endpoint and its keys in
 * bodies, on a field the property and its filters.
 */
export function Deprecated(): AnyAnnotation {
  return createDecorator({ deprecated: true });
}

/** The tags of the operations in the document, instead of the name of the class or edge. */
export function Tags(...tags: string[]): ClassOrEdgeAnnotation {
  return createDecorator({ tags });
}

/** Further tags of the operations in the document. */
export function AdditionalTags(...tags: string[]): ClassOrEdgeAnnotation {
  return createDecorator({ additionalTags: tags });
}

/** The summary of one operation in the document. */
export function OperationSummary(operation: DocumentedOperation, text: string): ClassOrEdgeAnnotation {
  return createDecorator({ operationSummaries: { [operation]: text } });
}

/** The description (CommonMark) of one operation in the document. */
export function OperationDescription(operation: DocumentedOperation, text: string): ClassOrEdgeAnnotation {
  return createDecorator({ operationDescriptions: { [operation]: text } });
}

/**
 * The `operationId` of one operation. `createApi` throws a `SchemaError` for two annotations with one id. If several classes inherit
 * the annotation, all but their base class add their names: `list_parts` is `list_parts_engine` for `Engine`.
 */
export function OperationID(operation: DocumentedOperation, id: string): ClassOrEdgeAnnotation {
  return createDecorator({ operationIDs: { [operation]: { id } } });
}
