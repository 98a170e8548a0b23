// Annotations of the OpenAPI document.
import type { JsonSchema } from '../vocabulary/json-schema.js';
import type { Operation } from '../vocabulary/operation.js';
import {
  note,
  type AnyAnnotation,
  type ClassOrEdgeAnnotation,
  type MemberAnnotation,
} from './decorator-types.js';

/** The example value of the field, checked against the field's own schema. */
export function Example<V>(value: V): MemberAnnotation<V | null | undefined> {
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
