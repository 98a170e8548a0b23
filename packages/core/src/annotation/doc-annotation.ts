// Annotations of the OpenAPI document.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { Operation } from '../vocabulary/operation.js';
import {
  note,
  type AnyAnnotation,
  type ClassOrEdgeAnnotation,
  type EdgeValue,
  type MemberAnnotation,
} from './decorator-types.js';

/** How a property's value looks on the wire. */
type OnTheWire<V> = V extends Date | bigint | Uint8Array ? string : V extends object ? object : V;

/** What bodies may have for a property: its value, or of an edge an id. */
type InBodies<V> = OnTheWire<V> | (V extends EdgeValue ? string | number : never) | null;

/** Sits on a member whose values look like `E` on the wire, or on an edge to rows with ids such as `E`. */
export type ExampleAnnotation<E> = <T extends object, K extends string>(
  target: T,
  member: K extends keyof T ? (E extends InBodies<T[K]> ? K : never) : never,
) => void;

/**
 * An example of the field's value as it looks on the wire, or of the id of a row that the edge leads to; checked against the
 * schema of the field or id. Examples of bodies have it.
 */
export function Example<const E>(value: E): ExampleAnnotation<E> {
  return note({ example: { value } });
}

/** The schema of the field; needed where the column does not tell, as with JSON. */
export function Schema(schema: JsonSchema): MemberAnnotation {
  return note({ schema });
}

/** The description; defaults to the column's `comment`. */
export function Description(text: string): AnyAnnotation {
  return note({ description: text });
}

/** Marks the operations, or the field, as deprecated. */
export function Deprecated(): AnyAnnotation {
  return note({ deprecated: true });
}

/** The tags of the operations, instead of the class or edge name. */
export function Tags(...tags: string[]): ClassOrEdgeAnnotation {
  return note({ tags });
}

/** Further tags of the operations. */
export function AdditionalTags(...tags: string[]): ClassOrEdgeAnnotation {
  return note({ additionalTags: tags });
}

/** The short summary of one operation. */
export function OperationSummary(operation: Operation, text: string): ClassOrEdgeAnnotation {
  return note({ operationSummaries: { [operation]: text } });
}

/** The long description of one operation; CommonMark. */
export function OperationDescription(operation: Operation, text: string): ClassOrEdgeAnnotation {
  return note({ operationDescriptions: { [operation]: text } });
}

/** The id of one operation, unique in the document. */
export function OperationID(operation: Operation, id: string): ClassOrEdgeAnnotation {
  return note({ operationIDs: { [operation]: id } });
}
